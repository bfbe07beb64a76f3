/** `limit`: the maximum bytes. `like`: a known body, of which no second copy is stored. `left`: the maximum bytes of any other body. */
export type Bounds = { limit: number; like?: Buffer; left?: number }

/** Collects bytes up to a limit. A full buffer doubles its size, so collecting bytes that arrive one by one takes linear time. */
export function createBytes({ limit, like = Buffer.alloc(0), left = limit }: Bounds) {
  let expected = 0
  let store = like
  let start = 0
  let end = 0
  return {
    /** Announces the total number of bytes, so that their memory is reserved in one step and a long body is never in memory twice. */
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
    /** Returns the same bytes as `view`, but the caller may keep the result. Call `all` after the last `add`. */
    all(): Buffer {
      // Copy the bytes, so that a short body does not keep the full-size buffer in memory.
      if (end - start < store.length) store = Buffer.from(store.subarray(start, end))
      end -= start
      start = 0
      return store
    },
  }
}
