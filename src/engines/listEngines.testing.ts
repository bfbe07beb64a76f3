import { execFileSync } from 'node:child_process'

/** A process of an engine, and the kilobytes of memory that it uses. */
export type EngineLine = { pid: number; parent: number; memory: number; folder: string }

/** Lists the engine processes on this machine, or only those with this parent. */
export function listEngines(parent?: number): EngineLine[] {
  const list = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })
  const engines = list.split('\n').flatMap((line): EngineLine[] => {
    const folder = /stayWithParent.* (\S*plant-store-(?:prism|dredd)-\w+)/.exec(line)?.[1]
    const [pid, parent, memory] = line.trim().split(/\s+/).map(Number)
    return folder !== undefined && pid !== undefined && parent !== undefined && memory !== undefined
      ? [{ pid, parent, memory, folder }]
      : []
  })
  return parent === undefined ? engines : engines.filter((engine) => engine.parent === parent)
}
