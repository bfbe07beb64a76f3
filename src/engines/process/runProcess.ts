import { messageOf } from '../../contract/words.ts'
import type { EngineOptions, RunningEngine } from '../../record/engine.ts'
import { createResults, describeResults } from '../engineResults.ts'
import { startForwarder } from '../forwarder/startForwarder.ts'
import type { EngineDefinition } from './engineDefinition.ts'
import type { EngineProcess, IdleProcesses } from './idleProcesses.ts'

const START_LIMIT = 20_000
const JUDGING_LIMIT = 120_000

/** Lets the process of an engine judge one target, and watches over its time. With `idle`, it then waits there if it can. */
export function runProcess(
  { name, title, open }: EngineDefinition,
  process: EngineProcess,
  options: EngineOptions,
  idle: IdleProcesses | undefined,
): RunningEngine {
  const began = performance.now()
  const { child, folder } = process
  const forwarder = startForwarder()
  const { ready, judge } = open(options, { child, folder, forwarder })
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
    stopping ??= process.stop()
    return stopping
  }
  const leave = ({ keep }: IdleProcesses): void => {
    forwarder.close()
    stopping = Promise.resolve()
    keep(name, process)
  }
  return {
    stop,
    judge: async (requests, target) => {
      const results = createResults()
      const limit = Math.min(5_000 + requests.length * options.timeout, JUDGING_LIMIT)
      let startingMs = 0
      let requestedAt = performance.now()
      let state: 'idle' | 'busy' = 'busy'
      let failure: string | undefined
      try {
        startingMs = await started
        requestedAt = performance.now()
        const work = Promise.race([judge(requests, target, results), ended])
        state = await limitTime(work, limit, `it did not finish within ${limit / 1000} s`)
        if (results.exchanges.length === 0 && results.unjudged.length > 0)
          failure = 'it could not judge any request'
      } catch (error) {
        failure = stopping ? 'it was stopped' : messageOf(error)
      }
      // In a used process, the reason for either may be a target before.
      if (process.isUsed && state === 'busy') failure ??= 'it may still be busy with a request'
      const isSound = failure === undefined || !process.isUsed
      if (idle && state === 'idle' && isSound && !stopping) leave(idle)
      else void stop()
      const description = describeResults(results)
      return {
        name,
        version: process.version,
        status: failure === undefined ? 'completed' : 'failed',
        durationMs: Math.round(startingMs + performance.now() - requestedAt),
        detail: failure === undefined ? description : `${title} failed: ${failure} (${description})`,
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
