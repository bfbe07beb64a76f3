import { rmSync } from 'node:fs'
import { messageOf } from '../../contract/words.ts'
import type { EngineOutcome } from '../../judge/engine.ts'
import type { EngineOptions, RunningEngine } from '../../record/engine.ts'
import { reportMissing } from '../enginePackages.ts'
import { createTemporaryFolder } from './createTemporaryFolder.ts'
import type { EngineDefinition } from './engineDefinition.ts'
import { findPeer, type Peer } from './findPeer.ts'
import type { EngineProcess, IdleProcesses } from './idleProcesses.ts'
import { runProcess } from './runProcess.ts'

/** Starts an engine. With `idle`, it takes a process that waits there, and leaves its own there for the next target. */
export type StartProcessEngine = (options: EngineOptions, idle?: IdleProcesses) => RunningEngine

/** Creates the function that starts an engine: finds its package, and watches over its process and its time. */
export function createEngine(definition: EngineDefinition): StartProcessEngine {
  return (options, idle) => {
    const used = idle?.take(definition.name)
    const startFresh = (): RunningEngine => startEngine(definition, options, idle)
    return used ? runAgain(runProcess(definition, used, options, idle), startFresh) : startFresh()
  }
}

/** If a used process fails, a fresh one judges instead, so that no result depends on the targets before. */
function runAgain(first: RunningEngine, startFresh: () => RunningEngine): RunningEngine {
  let running = first
  let stopped = false
  return {
    async judge(requests, target) {
      const outcome = await first.judge(requests, target)
      if (outcome.status !== 'failed' || stopped) return outcome
      running = startFresh()
      return running.judge(requests, target)
    },
    async stop() {
      stopped = true
      await Promise.all([first.stop(), running.stop()])
    },
  }
}

function startEngine(
  definition: EngineDefinition,
  options: EngineOptions,
  idle: IdleProcesses | undefined,
): RunningEngine {
  let peer: Peer | undefined
  try {
    peer = findPeer(definition.package)
    return peer
      ? runProcess(definition, startProcess(definition, peer), options, idle)
      : createIdleEngine(reportMissing(definition.name, definition))
  } catch (error) {
    const detail = `${definition.title} could not be started: ${messageOf(error)}`
    const version = peer?.version ?? 'unknown'
    return createIdleEngine({
      ...reportMissing(definition.name, definition),
      version,
      status: 'failed',
      detail,
    })
  }
}

function startProcess({ name, startProcess: start }: EngineDefinition, peer: Peer): EngineProcess {
  const folder = createTemporaryFolder(`plant-store-${name}-`)
  const child = start(peer, folder)
  return {
    child,
    folder,
    version: peer.version,
    isUsed: false,
    stop: () => child.stop().then(() => rmSync(folder, { recursive: true, force: true })),
  }
}

function createIdleEngine(outcome: EngineOutcome): RunningEngine {
  return { judge: async () => outcome, stop: async () => {} }
}
