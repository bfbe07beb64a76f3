/** `limit`: the maximum number of bytes. `like`: a known body, whose bytes are not copied. `left`: the maximum number of other bytes. */
export type Bounds = { limit: number; like?: Buffer; left?: number }

/** Collects bytes up to a limit. A full buffer is replaced with a buffer of twice the size, so that the total time is linear. */
export function createBytes({ limit, like = Buffer.alloc(0), left = limit }: Bounds) {
  let expected = 0
  let store = like
  let start = 0
  let end = 0
  return {
    /** Announces the total number of bytes, to reserve their memory in one step. A long body is then not copied to a larger buffer. */
    expect(length: number): void {
      expected = length
    },
    /** Adds a copy of the bytes. Returns false if the bytes exceed the limit and were cut off. */
    add(bytes: Buffer): boolean {
      const isKnown = store === like && bytes.equals(like.subarray(end, end + bytes.length))
      const max = isKnown ? limit : Math.min(limit, left)
      const added = bytes.subarray(0, Math.max(0, max - (end - start)))
      const length = end - start + added.length
      if (!isKnown && (store === like || end + added.length > store.length)) {
        const larger = Buffer.allocUnsafeSlow(Math.min(max, Math.max(length, expected, 2 * (end - start))))
        store.copy(larger, 0, start, end)
        store = larger
        end -= start
        start = 0
      }
      end += isKnown ? added.length : added.copy(store, end)
      return added.length === bytes.length
    },
    /** Returns the bytes that were added and not dropped. The result is valid until more bytes are added. */
    view: () => store.subarray(start, end),
    /** Drops this many bytes at the start. */
    drop(count: number): void {
      start += count
      if (start === end) start = end = 0
    },
    /** Returns the same bytes as `view`, in a buffer that the caller may keep. Call `all` after the last `add`. */
    all(): Buffer {
      // Copy the bytes, so that a short body does not keep the full-size buffer in memory.
      if (end - start < store.length) store = Buffer.from(store.subarray(start, end))
      end -= start
      start = 0
      return store
    },
  }
}
