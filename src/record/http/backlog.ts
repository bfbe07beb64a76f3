/** Bytes that cannot be read yet, because more are needed. */
export type Backlog = {
  /** Returns the unread bytes and the new ones together. */
  add: (bytes: Buffer) => Buffer
  /** Keeps a copy of the end of what `add` returned. Returns the copy. */
  keep: (unread: Buffer) => Buffer
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
