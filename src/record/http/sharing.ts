import type { Field, Response } from '../../judge/exchange.ts'

/** Stores equal parts of responses once, so that a hundred copies of a list need the memory of one. */
export type Sharing = {
  /** The response, with parts of earlier responses in place of equal ones. Without its body once the memory is used up. */
  share: (response: Response) => Response
  /** The longest body so far. */
  longest: () => Buffer
}

/** `memory` is the maximum size of all distinct bodies together, in bytes. */
export function createSharing(memory: number): Sharing {
  const lines = new Map<string, string>()
  const fields = new Map<string, Field>()
  /** By their length. */
  const bodies = new Map<number, Buffer[]>()
  let longest: Buffer = Buffer.alloc(0)
  let kept = 0

  const shareLine = (line: string): string => reuse(lines, line, line)
  const shareField = (field: Field): Field => reuse(fields, field.join('\n'), field)
  const shareBody = (body: Buffer): Buffer | undefined => {
    if (body === longest) return body
    const alike = bodies.get(body.length) ?? []
    const earlier = alike.find((each) => each.equals(body))
    if (earlier) return earlier
    if (kept + body.length > memory) return undefined
    kept += body.length
    bodies.set(body.length, [...alike, body])
    if (body.length > longest.length) longest = body
    return body
  }

  return {
    share(response) {
      const body = shareBody(response.body)
      return {
        ...response,
        statusLine: shareLine(response.statusLine),
        headerLines: response.headerLines.map(shareLine),
        fields: response.fields.map(shareField),
        ...(body ? { body } : { body: Buffer.alloc(0), cut: true }),
      }
    },
    longest: () => longest,
  }
}

function reuse<Value>(known: Map<string, Value>, key: string, value: Value): Value {
  const earlier = known.get(key)
  if (earlier !== undefined) return earlier
  known.set(key, value)
  return value
}
