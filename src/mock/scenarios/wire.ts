import type { Effects, WireFault } from './effects.ts'

/** Bytes that are not HTTP, a chunk, JSON or UTF-8: the same in every host. */
export const GARBAGE: Uint8Array = Uint8Array.from(
  { length: 48 },
  (_, index) => 0x80 | ((index * 73 + 41) & 0x7f),
)

/** Faults that leave the client without a status. */
export const NO_STATUS: ReadonlySet<WireFault | undefined> = new Set<WireFault | undefined>([
  'EMPTY_RESPONSE',
  'CONNECTION_RESET_BY_PEER',
  'RANDOM_DATA_THEN_CLOSE',
])

/** Splits a body into pieces, each with the milliseconds to wait after it. The last piece is sent at the end of the total time. */
export function splitBody(
  body: Uint8Array,
  { numberOfChunks, totalDuration }: NonNullable<Effects['chunkedDribbleDelay']>,
): (readonly [wait: number, bytes: Uint8Array])[] {
  const number = Math.min(numberOfChunks, body.byteLength)
  const wait = number > 1 ? totalDuration / (number - 1) : 0
  return Array.from({ length: number }, (_, index) => {
    const from = Math.floor((index * body.byteLength) / number)
    return [
      index < number - 1 ? wait : 0,
      body.subarray(from, Math.floor(((index + 1) * body.byteLength) / number)),
    ] as const
  })
}
