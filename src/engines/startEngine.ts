import { readFileSync, rmSync } from 'node:fs'
import { messageOf, pluralize } from '../contract/words.ts'
import type { AnsweredExchange } from '../judge/exchange.ts'
import type { Claim, EngineOutcome } from '../judge/transcript.ts'
import type { EngineOptions, EngineRequest, RunningEngine, StartEngine, Target } from '../record/engine.ts'
import type { Child } from './child.ts'
import { createTemporaryFolder } from './createTemporaryFolder.ts'
import { enginePackages, findManifest, reportMissing } from './packages.ts'
import { type PassThrough, startPassThrough } from './passThrough.ts'

/** Starts an engine's process. */
export type StartSession = (place: EnginePlace) => EngineSession

export type EnginePlace = EngineOptions & {
  /** The path of the engine's package.json. */
  manifest: string
  /** A folder where the engine may write. The process removes this folder when it ends. */
  folder: string
  /** The server that forwards the engine's requests to the target. `port` is its port. */
  passThrough: PassThrough
  port: number
}

export type EngineSession = {
  child: Child
  /** Resolves when the engine can receive requests. */
  ready: Promise<void>
  /** Sends the requests, and adds each result to `results`. */
  judge: (requests: readonly EngineRequest[], target: Target, results: EngineResults) => Promise<void>
}

/** The results of an engine so far. The kit keeps these results if the engine fails later. */
export type EngineResults = {
  exchanges: AnsweredExchange[]
  claims: Claim[]
  /** One reason for each request that the engine did not get, because it would judge the request wrongly or not at all. */
  leftOut: string[]
  /** One reason for each request that the engine got but did not judge. */
  unjudged: string[]
  /** The ids of probes whose responses the engine's HTTP client cannot read, even if they are valid: Prism fails at a Trailer header. */
  unreadable: string[]
}

const START_LIMIT = 20_000
/** The maximum judging time. Engines get less time for a fast server, which could answer engines slowly to delay the verdict. */
const JUDGING_LIMIT = 120_000

/**
 * Creates the function that starts an engine. The function finds the engine's package, watches the engine's process and limits its
 * duration. All errors count as failures of the engine, and not of the server.
 */
export function createEngine(name: EngineOutcome['name'], start: StartSession): StartEngine {
  return (options) => {
    const began = performance.now()
    const passThrough = startPassThrough()
    let version = ''
    let child: Child | undefined
    let isStopped = false
    const open = async (): Promise<{ session: EngineSession; startMs: number } | undefined> => {
      const manifest = findManifest(name)
      if (manifest === undefined) return undefined
      version = JSON.parse(readFileSync(manifest, 'utf8')).version ?? 'unknown'
      const port = await passThrough.port
      if (isStopped) throw new Error('the process was stopped')
      const folder = createTemporaryFolder(`plant-store-${name}-`)
      const session = start({ ...options, manifest, folder, passThrough, port })
      child = session.child
      void child.ended.then(() => rmSync(folder, { recursive: true, force: true }))
      const message = `the process was not ready within ${START_LIMIT / 1000} s`
      await watch(session.ready, child, START_LIMIT, message)
      return { session, startMs: performance.now() - began }
    }
    const opened = open()
    // Avoid an unhandled rejection, because the promise may reject before other code awaits it.
    opened.catch(() => {})

    const stop = async (): Promise<void> => {
      isStopped = true
      passThrough.close()
      await child?.stop()
    }
    const judge: RunningEngine['judge'] = async (requests, target) => {
      const results: EngineResults = { exchanges: [], claims: [], leftOut: [], unjudged: [], unreadable: [] }
      const { exchanges, claims, leftOut, unjudged, unreadable } = results
      let durationMs = 0
      let failure: string | undefined
      try {
        const running = await opened
        if (!running) return reportMissing(name)
        const { session, startMs } = running
        const judgingFrom = performance.now()
        // The time of the kit's own requests shows how fast the server is.
        const limit = Math.min((options.patience ?? 20_000) + 2 * (judgingFrom - began), JUDGING_LIMIT)
        const work = session.judge(requests, target, results)
        await watch(work, session.child, limit)
        durationMs = Math.round(startMs + performance.now() - judgingFrom)
        const left = requests.length - [exchanges, leftOut, unjudged, unreadable].flat().length
        for (let count = 0; count < left; count++)
          unjudged.push(`not judged within ${Math.round(limit / 1000)} s`)
        if (exchanges.length === 0 && unjudged.length > 0) failure = 'the process could not judge any request'
      } catch (error) {
        failure = isStopped ? 'the process was stopped' : messageOf(error)
      }
      void stop()
      const description = describeResults(results)
      const failed = `${enginePackages[name].title} failed: ${failure} (${description})`
      const status = failure !== undefined ? 'failed' : exchanges.length === 0 ? 'skipped' : 'completed'
      return { name, version, status, durationMs, detail: failure ? failed : description, exchanges, claims }
    }
    return { judge, stop }
  }
}

/** Settles like `work`, but rejects if the process ends first. After `ms` milliseconds, resolves, or rejects with the message. */
async function watch(work: Promise<void>, { ended }: Child, ms: number, message?: string): Promise<void> {
  const other = Promise.withResolvers<void>()
  void ended.then((how) => other.reject(new Error(how)))
  const timer = setTimeout(() => (message ? other.reject(new Error(message)) : other.resolve()), ms)
  try {
    await Promise.race([work, other.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Describes the results in one line: the number of judged requests, and the reasons why other requests were not judged. */
function describeResults({ exchanges, leftOut, unjudged, unreadable }: EngineResults): string {
  const parts = [`judged ${pluralize(exchanges.length, 'request')}`]
  if (leftOut.length > 0) parts.push(`skipped ${leftOut.length}: ${countReasons(leftOut)}`)
  if (unjudged.length > 0) parts.push(`could not judge ${unjudged.length}: ${countReasons(unjudged)}`)
  if (unreadable.length > 0) parts.push(`could not read ${pluralize(unreadable.length, 'response')}`)
  return parts.join('; ')
}

function countReasons(entries: readonly string[]): string {
  const counted = Map.groupBy(entries, (entry) => entry)
  return [...counted].map(([reason, { length }]) => `${reason} (${length})`).join(', ')
}

/** Adds an exchange, and the engine's claims about its response. */
export function addExchange(
  { exchanges, claims }: EngineResults,
  exchange: AnsweredExchange,
  found: readonly Omit<Claim, 'exchange'>[],
): void {
  for (const claim of found) claims.push({ exchange: exchanges.length, ...claim })
  exchanges.push(exchange)
}
