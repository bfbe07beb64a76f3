/** Collects the bytes of a body, up to a limit. */
export type BodyBytes = {
  /** Announces this many bytes. Memory for a long body is reserved at once, so that it is never in memory twice. */
  expect: (length: number) => void
  /** Adds a copy of the bytes. Returns false if they exceed the limit and were cut. */
  add: (bytes: Buffer) => boolean
  /** Returns all bytes. Call it when the body has ended. */
  all: () => Buffer
}

/** Creates a collector. While the bytes equal those of `known`, a body that is stored already, they need no memory. */
export function createBodyBytes(limit: number, known: Buffer): BodyBytes {
  let announced = 0
  let isKnown = true
  let store: Buffer = Buffer.alloc(0)
  let length = 0

  /** Doubles the memory, so that a body in many small pieces takes linear time and little memory. */
  const reserve = (needed: number): void => {
    if (needed <= store.length) return
    const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(needed, announced, 2 * store.length)))
    store.copy(larger, 0, 0, length)
    store = larger
  }
  const startCopy = (): void => {
    isKnown = false
    reserve(length)
    known.copy(store, 0, 0, length)
  }
  return {
    expect(bytes) {
      announced = bytes
    },
    add(bytes) {
      const kept = bytes.subarray(0, limit - length)
      if (isKnown && !kept.equals(known.subarray(length, length + kept.length))) startCopy()
      if (!isKnown) {
        reserve(length + kept.length)
        kept.copy(store, length)
      }
      length += kept.length
      return kept.length === bytes.length
    },
    all() {
      if (isKnown) return length === known.length ? known : known.subarray(0, length)
      // Copy, so that a short body does not keep the full-size buffer in memory.
      if (length < store.length) store = Buffer.from(store.subarray(0, length))
      return store
    },
  }
}
