/** Bytes of a body as they come, up to a limit. */
export type BodyBytes = {
  /** So many bytes are announced: they get their place at once, so that a long body is not in memory twice. */
  expect: (length: number) => void
  /** Takes a copy of more bytes. False when they are past the limit, which cuts them. */
  add: (bytes: Buffer) => boolean
  /** All of them, once no more come. */
  all: () => Buffer
}

/** An announcement below this is not worth a place of its own, and one above it may be a lie. */
const LONG = 64 * 1024

/** Where the bytes are those of `known`, a body that is kept already, they take no memory of their own. */
export function bodyBytes(limit: number, known: Buffer): BodyBytes {
  let announced = 0
  let isKnown = true
  let place: Buffer | undefined
  let length = 0
  let pieces: Buffer[] = []
  let whole: Buffer | undefined

  const begin = (): void => {
    isKnown = false
    const same = known.subarray(0, length)
    if (announced > LONG) {
      place = Buffer.allocUnsafe(Math.min(announced, limit))
      same.copy(place)
    } else pieces.push(same)
  }
  return {
    expect(bytes) {
      announced = bytes
    },
    add(bytes) {
      const kept = bytes.subarray(0, limit - length)
      if (isKnown && !kept.equals(known.subarray(length, length + kept.length))) begin()
      if (place) kept.copy(place, length)
      else if (!isKnown) pieces.push(Buffer.from(kept))
      length += kept.length
      return kept.length === bytes.length
    },
    all() {
      if (isKnown) return length === known.length ? known : known.subarray(0, length)
      // What came of a broken promise does not hold on to the memory for the whole of it.
      if (place) return length === place.length ? place : Buffer.from(place.subarray(0, length))
      whole ??= Buffer.concat(pieces)
      pieces = []
      return whole
    },
  }
}
