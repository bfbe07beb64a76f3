import type { Response } from '../../judge/exchange.ts'

/** Stores equal bodies once, so that a hundred copies of a list need the memory of one. */
export type Sharing = {
  /** The response, with an earlier body in place of an equal one. Without its body once the memory is used up. */
  share: (response: Response) => Response
}

/** `memory` is the maximum size of all distinct bodies together, in bytes. */
export function createSharing(memory: number): Sharing {
  /** By their length. */
  const bodies = new Map<number, Buffer[]>()
  let kept = 0

  const shareBody = (body: Buffer): Buffer | undefined => {
    const alike = bodies.get(body.length) ?? []
    const earlier = alike.find((each) => each.equals(body))
    if (earlier) return earlier
    if (kept + body.length > memory) return undefined
    kept += body.length
    bodies.set(body.length, [...alike, body])
    return body
  }
  return {
    share(response) {
      const body = shareBody(response.body)
      return body ? { ...response, body } : { ...response, body: Buffer.alloc(0), cut: true }
    },
  }
}
