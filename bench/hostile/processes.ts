import { readdirSync, readFileSync } from 'node:fs'

/** A process and its descendants, from /proc. */
export type ProcessTree = { pids: readonly number[] /** Bytes of memory in use. */; memory: number }

const PAGE = 4096

/** Reads the tree of processes below a process, itself included. */
export function readTree(root: number): ProcessTree {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = read(`/proc/${name}/stat`)
    // The name of the program is in brackets, and may contain anything.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (parent !== undefined) parents.set(Number(name), Number(parent))
  }
  const pids = [...parents.keys()].filter((pid) => {
    let at: number | undefined = pid
    while (at !== undefined && at !== root) at = parents.get(at)
    return at === root
  })
  const pages = pids.map((pid) => Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0))
  return { pids, memory: PAGE * pages.reduce((sum, each) => sum + each, 0) }
}

/** Which of these processes still run. */
export function listRunning(pids: Iterable<number>): number[] {
  return [...pids].filter((pid) => {
    const stat = read(`/proc/${pid}/stat`)
    return stat !== '' && !stat.slice(stat.lastIndexOf(')')).startsWith(') Z')
  })
}

/** Files and sockets that a process has open. */
export function countFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process ended.
    return ''
  }
}
