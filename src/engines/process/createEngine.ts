import { rmSync } from 'node:fs'
import { messageOf } from '../../contract/errors.ts'
import type {
  EngineOptions,
  EngineOutcome,
  EngineRequest,
  RunningEngine,
  StartEngine,
  Target,
} from '../../harness/engine.ts'
import { type EnginePackage, reportMissing } from '../enginePackages.ts'
import { createResults, describeResults, type EngineResults } from '../engineResults.ts'
import { type Forwarder, startForwarder } from '../forwarder/startForwarder.ts'
import { createTemporaryFolder } from './createTemporaryFolder.ts'
import { findPeer, type Peer } from './findPeer.ts'
import type { Child } from './startChild.ts'

/** An engine that runs as a child process. */
export type EngineDefinition = EnginePackage & {
  name: EngineOutcome['name']
  /** Starts the engine's process in a folder of its own, which is removed when the process ends. */
  open: (options: EngineOptions, place: EnginePlace) => EngineSession
}

/** Where an engine is, where its process may write, and what carries its requests to the target. */
export type EnginePlace = { peer: Peer; folder: string; forwarder: Forwarder }

export type EngineSession = {
  child: Child
  /** Resolves when the engine can take requests. */
  ready: Promise<void>
  /** Sends the requests and adds to the results as it goes. */
  judge: (requests: readonly EngineRequest[], target: Target, results: EngineResults) => Promise<void>
}

const START_LIMIT = 20_000
const JUDGING_LIMIT = 120_000

/** Creates the function that starts an engine: finds its package, and watches over its process and its time. */
export function createEngine(definition: EngineDefinition): StartEngine {
  return (options) => {
    let peer: Peer | undefined
    try {
      peer = findPeer(definition.package)
      return peer
        ? startEngine(definition, peer, options)
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
}

function startEngine(definition: EngineDefinition, peer: Peer, options: EngineOptions): RunningEngine {
  const began = performance.now()
  const folder = createTemporaryFolder(`plant-store-${definition.name}-`)
  const forwarder = startForwarder()
  const { child, ready, judge } = definition.open(options, { peer, folder, forwarder })
  const ended = child.ended.then((how): never => {
    throw new Error(how)
  })
  const started = limitTime(
    Promise.race([Promise.all([ready, forwarder.port]), ended]),
    START_LIMIT,
    `it was not ready within ${START_LIMIT / 1000} s`,
  ).then(() => performance.now() - began)
  // Either may reject before anything awaits it.
  ended.catch(() => {})
  started.catch(() => {})

  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    forwarder.close()
    stopping ??= child.stop().then(() => rmSync(folder, { recursive: true, force: true }))
    return stopping
  }
  return {
    stop,
    judge: async (requests, target) => {
      const results = createResults()
      const limit = Math.min(5_000 + requests.length * options.timeout, JUDGING_LIMIT)
      let startingMs = 0
      let requestedAt = performance.now()
      let failure: string | undefined
      try {
        startingMs = await started
        requestedAt = performance.now()
        const work = Promise.race([judge(requests, target, results), ended])
        await limitTime(work, limit, `it did not finish within ${limit / 1000} s`)
        if (results.exchanges.length === 0 && results.unjudged.length > 0)
          failure = 'it could not judge any request'
      } catch (error) {
        failure = stopping ? 'it was stopped' : messageOf(error)
      }
      void stop()
      const description = describeResults(results)
      return {
        name: definition.name,
        version: peer.version,
        status: failure === undefined ? 'completed' : 'failed',
        durationMs: Math.round(startingMs + performance.now() - requestedAt),
        detail:
          failure === undefined ? description : `${definition.title} failed: ${failure} (${description})`,
        exchanges: results.exchanges,
        claims: results.claims,
      }
    },
  }
}

/** Resolves or rejects like the work, or rejects with `message` after this many milliseconds. */
async function limitTime<T>(work: Promise<T>, ms: number, message: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(message)), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

function createIdleEngine(outcome: EngineOutcome): RunningEngine {
  return { judge: async () => outcome, stop: async () => {} }
}
