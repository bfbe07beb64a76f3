export const MIB = 2 ** 20

/** What a run of `verify` on a hostile server, and the mock with hostile clients, may cost. */
export const LIMITS = {
  ms: 30_000,
  /** Bytes more than a usual run, of the whole process tree. */
  moreMemory: 400 * MIB,
  /** From a signal to the end. */
  killedMs: 2_000,
  /** The kit, Prism, Dredd and its process for hooks. */
  processes: 4,
  /** Open files and sockets of all processes. */
  files: 400,
  /** A usual client of the mock waits at most this long. */
  otherClientMs: 200,
  mockMemory: 200 * MIB,
}
