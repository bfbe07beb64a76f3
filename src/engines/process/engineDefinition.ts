import type { EngineOutcome } from '../../judge/engine.ts'
import type { EngineOptions, EngineRequest, Target } from '../../record/engine.ts'
import type { EnginePackage } from '../enginePackages.ts'
import type { EngineResults } from '../engineResults.ts'
import type { Forwarder } from '../forwarder/startForwarder.ts'
import type { Peer } from './findPeer.ts'
import type { EngineProcess } from './idleProcesses.ts'
import type { Child } from './startChild.ts'

/** An engine that runs as a child process. */
export type EngineDefinition = EnginePackage & {
  name: EngineOutcome['name']
  /** Starts the engine's process in a folder of its own, which is removed when the process ends. */
  startProcess: (peer: Peer, folder: string) => Child
  /** Prepares the process for a target. What it did for the target before is over. */
  open: (options: EngineOptions, place: EnginePlace) => EngineSession
}

/** The process of an engine, where it may write, and what carries its requests to the target. */
export type EnginePlace = Pick<EngineProcess, 'child' | 'folder'> & { forwarder: Forwarder }

export type EngineSession = {
  /** Resolves when the engine can take requests. */
  ready: Promise<void>
  /** Sends the requests and adds to the results as it goes. Resolves to whether the process may still be busy with one of them. */
  judge: (
    requests: readonly EngineRequest[],
    target: Target,
    results: EngineResults,
  ) => Promise<'idle' | 'busy'>
}
