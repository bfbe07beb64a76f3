import { execFileSync } from 'node:child_process'

/** A process of an engine. */
export type EngineLine = { pid: number; parent: number; folder: string }

/** Lists the engine processes on this machine, or only those with this parent. */
export function listEngines(parent?: number): EngineLine[] {
  const list = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const engines = list.split('\n').flatMap((line): EngineLine[] => {
    const folder = /stayWithParent.* (\S*plant-store-(?:prism|dredd)-\w+)/.exec(line)?.[1]
    const [pid, ppid] = line.trim().split(/\s+/).map(Number)
    return folder !== undefined && pid !== undefined && ppid !== undefined
      ? [{ pid, parent: ppid, folder }]
      : []
  })
  return parent === undefined ? engines : engines.filter((engine) => engine.parent === parent)
}
