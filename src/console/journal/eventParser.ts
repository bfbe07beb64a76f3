/** A server-sent event. */
export type StreamEvent = { name: string; data: string }

/**
 * Creates a parser for `text/event-stream` (section 9.2.6 of the HTML standard). Pass it the stream in pieces; it returns
 * the events that each piece completes. It ignores ids and retry times, which the control API does not send.
 */
export function createEventParser(): (piece: string) => StreamEvent[] {
  let rest = ''
  let name = ''
  let data: string[] = []

  const parseLine = (line: string): StreamEvent | undefined => {
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
    return lines.map(parseLine).filter((event) => event !== undefined)
  }
}
