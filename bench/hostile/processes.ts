import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A process with its memory in bytes, and its CPU time so far in seconds. */
export type ProcessUse = { pid: number; memory: number; cpu: number }

const PAGE = 4096
const TICKS_PER_SECOND = 100

/** Reads a process and its descendants from /proc. */
export function readTree(pid: number): ProcessUse[] {
  const stat = read(`/proc/${pid}/stat`)
  if (stat === '') return []
  // In `stat`, the program's name is in parentheses, and can itself contain parentheses and spaces. The process state follows the name.
  const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const cpu = (Number(user) + Number(system)) / TICKS_PER_SECOND
  const memory = PAGE * Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0)
  return [{ pid, memory, cpu }, ...listChildren(pid).flatMap(readTree)]
}

function listChildren(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const lists = threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`))
    return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
  } catch {
    return []
  }
}

/** Returns the ids of the processes that still run. */
export function listRunning(pids: Iterable<number>): number[] {
  return [...pids].filter((pid) => {
    const stat = read(`/proc/${pid}/stat`)
    return stat !== '' && !stat.slice(stat.lastIndexOf(')')).startsWith(') Z')
  })
}

/** Counts a process's open files and sockets, without the anonymous inodes of event loops and watchers. */
export function countFiles(pid: number): number {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).filter((name) => !readLink(`${folder}/${name}`).startsWith('anon_inode:'))
      .length
  } catch {
    // The process has ended.
    return 0
  }
}

function readLink(file: string): string {
  try {
    return readlinkSync(file)
  } catch {
    // The process has closed this file since its files were listed.
    return ''
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process ended.
    return ''
  }
}

export const MIB = 2 ** 20

/** The limits for a run of `verify` on a hostile server, and for the mock with hostile clients. */
export const LIMITS = {
  ms: 30_000,
  /** The maximum additional memory of the whole process tree in bytes, compared with a normal run. */
  moreMemory: 400 * MIB,
  /** The maximum time from a signal to the end of the run. */
  killedMs: 2_000,
  /** The maximum number of processes: the kit, Prism, Dredd, and one to spare. */
  processes: 4,
  /** The maximum number of open files and sockets of all processes. */
  files: 400,
  /** The maximum time in milliseconds for which an ordinary client of the mock waits for a response. */
  otherClientMs: 200,
  /** Like `otherClientMs`, but while a service behind the mock is hostile. */
  upstreamMs: 100,
  mockMemory: 200 * MIB,
}
