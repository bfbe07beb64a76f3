import type { EngineOutcome } from '../../judge/engine.ts'
import type { Child } from './startChild.ts'

/** The process of an engine, and the folder that it may write to. */
export type EngineProcess = {
  child: Child
  folder: string
  /** The version of the engine. */
  version: string
  /** Whether it has tested another target before. */
  isUsed: boolean
  /** Ends it and removes the folder. */
  stop: () => Promise<void>
}

/** Processes of engines that have loaded and wait for another target. */
export type IdleProcesses = {
  /** Undefined if no process of this engine waits. */
  take: (name: EngineOutcome['name']) => EngineProcess | undefined
  keep: (name: EngineOutcome['name'], process: EngineProcess) => void
  /** Ends them all, and from now on those that are given to `keep`. */
  close: () => Promise<void>
}

export function createIdleProcesses(): IdleProcesses {
  const waiting = new Map<EngineProcess, EngineOutcome['name']>()
  let isClosed = false
  return {
    take(name) {
      const [process] = [...waiting].find(([, each]) => each === name) ?? []
      if (process) waiting.delete(process)
      return process
    },
    keep(name, given) {
      const process = { ...given, isUsed: true }
      waiting.set(process, name)
      void process.child.ended.then(() => waiting.delete(process))
      if (isClosed) void process.stop()
    },
    async close() {
      isClosed = true
      await Promise.all([...waiting.keys()].map((process) => process.stop()))
    },
  }
}
