import type { Dribble } from './override.ts'

/** Bytes that are not a chunk, JSON or UTF-8: the same in every host. */
export const GARBAGE: Uint8Array = Uint8Array.from(
  { length: 48 },
  (_, index) => 0x80 | ((index * 73 + 41) & 0x7f),
)

/** Splits a body into pieces, each with the milliseconds to wait after it. The last piece is sent at the end of the total time. */
export function splitBody(
  body: Uint8Array,
  { pieces, duration }: Dribble,
): (readonly [wait: number, bytes: Uint8Array])[] {
  const number = Math.min(pieces, body.byteLength)
  const wait = number > 1 ? duration / (number - 1) : 0
  return Array.from({ length: number }, (_, index) => {
    const from = Math.floor((index * body.byteLength) / number)
    return [
      index < number - 1 ? wait : 0,
      body.subarray(from, Math.floor(((index + 1) * body.byteLength) / number)),
    ] as const
  })
}
