/** Bytes that cannot be read yet, because more are needed. */
export type Backlog = {
  /** Returns the unread bytes and the new ones together. */
  add: (bytes: Buffer) => Buffer
  /** Keeps a copy of the end of what `add` returned. Returns the copy. */
  keep: (unread: Buffer) => Buffer
}

/** Collects the bytes of a body, up to a limit. */
export type BodyBytes = {
  /** Announces this many bytes. Memory for a long body is reserved then, so that it is never in memory twice. */
  expect: (length: number) => void
  /** Adds a copy of the bytes. Returns false if they exceed the limit and were cut. */
  add: (bytes: Buffer) => boolean
  /** Returns all bytes. Call it when the body has ended. */
  all: () => Buffer
}

const EMPTY = Buffer.alloc(0)

/** Creates a backlog that grows by doubling: single bytes take linear time, too. */
export function createBacklog(): Backlog {
  let store: Buffer = EMPTY
  let start = 0
  let end = 0
  return {
    add(bytes) {
      if (start === end) return bytes
      const length = end - start + bytes.length
      if (end + bytes.length > store.length) {
        const larger = length * 2 > store.length ? Buffer.allocUnsafeSlow(length * 2) : store
        store.copy(larger, 0, start, end)
        store = larger
        end -= start
        start = 0
      }
      end += bytes.copy(store, end)
      return store.subarray(start, end)
    },
    keep(unread) {
      if (unread.length === 0) start = end
      else if (unread.buffer === store.buffer) start = end - unread.length
      else {
        // Not from the pool: only then does the memory tell whether the bytes are in the backlog already.
        store = Buffer.allocUnsafeSlow(unread.length)
        unread.copy(store)
        start = 0
        end = store.length
      }
      return store.subarray(start, end)
    },
  }
}

/** Creates a collector whose memory doubles, so that a body in many small pieces takes linear time. */
export function createBodyBytes(limit: number): BodyBytes {
  let announced = 0
  let store: Buffer = EMPTY
  let length = 0
  return {
    expect(bytes) {
      announced = bytes
    },
    add(bytes) {
      const kept = bytes.subarray(0, limit - length)
      if (length + kept.length > store.length) {
        const needed = Math.max(length + kept.length, announced, 2 * store.length)
        const larger = Buffer.allocUnsafe(Math.min(limit, needed))
        store.copy(larger, 0, 0, length)
        store = larger
      }
      length += kept.copy(store, length)
      return kept.length === bytes.length
    },
    all() {
      // Copy, so that a short body does not keep the full-size buffer in memory.
      if (length < store.length) store = Buffer.from(store.subarray(0, length))
      return store
    },
  }
}
