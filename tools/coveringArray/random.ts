/** A seeded random number generator: the same seed produces the same rows. */
export type Random = {
  /** An integer from `from` to `to`, inclusive. */
  integer: (from: number, to: number) => number
}

/** Mulberry32: small, and good enough to choose values, but not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { integer: (from, to) => from + Math.floor(next() * (to - from + 1)) }
}
