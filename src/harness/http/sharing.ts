import { createHash } from 'node:crypto'
import type { Field, Response } from '../exchange.ts'

/** Keeps what answers have in common once, so that a hundred with the same list and fields cost the memory of one. */
export type Sharing = {
  /** The response with equal parts of earlier ones in place of its own; without its body where there is no memory left. */
  share: (response: Response) => Response
  /** The longest body so far. */
  longest: () => Buffer
}

/** `memory` is the bytes of all distinct bodies together. */
export function sharing(memory: number): Sharing {
  const lines = new Map<string, string>()
  const fields = new Map<string, Field>()
  const bodies = new Map<string, Buffer>()
  let longest: Buffer = Buffer.alloc(0)
  let kept = 0

  const sharedLine = (line: string): string => sharedIn(lines, line, line)
  const sharedField = (field: Field): Field => sharedIn(fields, field.join('\n'), field)
  const sharedBody = (body: Buffer): Buffer | undefined => {
    if (body === longest) return body
    const key = createHash('sha1').update(body).digest('base64')
    const known = bodies.get(key)
    if (known) return known
    if (kept + body.length > memory) return undefined
    kept += body.length
    bodies.set(key, body)
    if (body.length > longest.length) longest = body
    return body
  }

  return {
    share(response) {
      const body = sharedBody(response.body)
      return {
        ...response,
        statusLine: sharedLine(response.statusLine),
        headerLines: response.headerLines.map(sharedLine),
        fields: response.fields.map(sharedField),
        ...(body ? { body } : { body: Buffer.alloc(0), cut: true }),
      }
    },
    longest: () => longest,
  }
}

function sharedIn<Value>(known: Map<string, Value>, key: string, value: Value): Value {
  const earlier = known.get(key)
  if (earlier !== undefined) return earlier
  known.set(key, value)
  return value
}
