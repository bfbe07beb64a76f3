/** Collects the bytes of a body, up to a limit. */
export type BodyBytes = {
  /** Announces this many bytes. Memory for a long body is reserved at once, so that it is never in memory twice. */
  expect: (length: number) => void
  /** Adds a copy of the bytes. Returns false if they exceed the limit and were cut. */
  add: (bytes: Buffer) => boolean
  /** Returns all bytes. Call it when the body has ended. */
  all: () => Buffer
}

/** Bytes from which on memory is reserved. */
const LONG = 64 * 1024

/** Creates a collector. While the bytes equal those of `known`, a body that is stored already, they need no memory. */
export function createBodyBytes(limit: number, known: Buffer): BodyBytes {
  let announced = 0
  let isKnown = true
  let reserved: Buffer | undefined
  let length = 0
  let pieces: Buffer[] = []
  let whole: Buffer | undefined

  const startCopy = (): void => {
    isKnown = false
    const same = known.subarray(0, length)
    if (announced > LONG) {
      reserved = Buffer.allocUnsafe(Math.min(announced, limit))
      same.copy(reserved)
    } else pieces.push(same)
  }
  return {
    expect(bytes) {
      announced = bytes
    },
    add(bytes) {
      const kept = bytes.subarray(0, limit - length)
      if (isKnown && !kept.equals(known.subarray(length, length + kept.length))) startCopy()
      if (reserved) kept.copy(reserved, length)
      else if (!isKnown) pieces.push(Buffer.from(kept))
      length += kept.length
      return kept.length === bytes.length
    },
    all() {
      if (isKnown) return length === known.length ? known : known.subarray(0, length)
      // Copy, so that a short body does not keep the full-size buffer in memory.
      if (reserved) return length === reserved.length ? reserved : Buffer.from(reserved.subarray(0, length))
      whole ??= Buffer.concat(pieces)
      pieces = []
      return whole
    },
  }
}
