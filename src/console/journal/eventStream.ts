/** One event of a stream. */
export type StreamEvent = { name: string; data: string }

/**
 * Reads text/event-stream, piece by piece: returns the events that a piece completes. By the steps of the HTML standard,
 * 9.2.6, but for ids and retry times, which the control API does not send.
 */
export function eventStream(): (piece: string) => StreamEvent[] {
  let rest = ''
  let name = ''
  let data: string[] = []

  const take = (line: string): StreamEvent | undefined => {
    if (line === '') {
      const event = data.length > 0 ? { name: name || 'message', data: data.join('\n') } : undefined
      name = ''
      data = []
      return event
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
    return undefined
  }

  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    return lines.map(take).filter((event) => event !== undefined)
  }
}
