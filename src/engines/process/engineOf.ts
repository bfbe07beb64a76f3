import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  EngineOutcome,
  EngineRequest,
  RunningEngine,
  StartEngine,
  Target,
} from '../../harness/engine.ts'
import { describeJudgement, type EngineJudgement, emptyJudgement } from '../engineResults.ts'
import { maskSecrets, secretsOf } from '../maskSecrets.ts'
import { findPeer, type Peer } from './findPeer.ts'
import type { Child } from './startChild.ts'
import { withinLimit } from './withinLimit.ts'

/** An engine that runs as a child process: what tells one from another. */
export type EngineKind = {
  name: EngineOutcome['name']
  title: string
  package: string
  /** The line that installs it. */
  install: string
  /** Starts the engine's process. `folder` is its own, and is removed when it is stopped. */
  open: (target: Target, peer: Peer, folder: string) => EngineSession
}

export type EngineSession = {
  child: Child
  /** Resolves when the engine can be given requests. */
  ready: Promise<void>
  /** Has the requests judged and adds to the judgement as it goes. */
  judge: (requests: readonly EngineRequest[], judgement: EngineJudgement) => Promise<void>
}

const START_LIMIT = 20_000
const JUDGING_LIMIT = 120_000

/** Makes an engine of its kind: looks for its package, watches its process and its time, and tells how it went. */
export function engineOf(kind: EngineKind): StartEngine {
  return (target) => {
    let peer: Peer | undefined
    try {
      peer = findPeer(kind.package)
      return peer ? run(kind, peer, target) : idle(missing(kind))
    } catch (error) {
      const detail = `${kind.title} could not be started: ${messageOf(error)}`
      return idle({ ...missing(kind), version: peer?.version ?? 'unknown', status: 'failed', detail })
    }
  }
}

function run(kind: EngineKind, peer: Peer, target: Target): RunningEngine {
  const began = performance.now()
  const folder = mkdtempSync(join(tmpdir(), `plant-store-${kind.name}-`))
  const { child, ready, judge } = kind.open(target, peer, folder)
  const ended = child.ended.then((how): never => {
    throw new Error(how)
  })
  const started = withinLimit(
    Promise.race([ready, ended]),
    START_LIMIT,
    `it was not ready within ${START_LIMIT / 1000} s`,
  ).then(() => performance.now() - began)
  // Both may reject before anybody waits for them.
  ended.catch(() => {})
  started.catch(() => {})

  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopping ??= child.stop().then(() => rmSync(folder, { recursive: true, force: true }))
    return stopping
  }
  return {
    stop,
    judge: async (requests) => {
      const judgement = emptyJudgement()
      const limit = Math.min(5_000 + requests.length * target.timeout, JUDGING_LIMIT)
      let startingMs = 0
      let asked = performance.now()
      let failure: string | undefined
      try {
        startingMs = await started
        asked = performance.now()
        const work = Promise.race([judge(requests, judgement), ended])
        await withinLimit(work, limit, `it did not finish within ${limit / 1000} s`)
        if (judgement.judged.length === 0 && judgement.unjudged.length > 0) failure = 'it could judge nothing'
      } catch (error) {
        failure = stopping ? 'it was stopped' : messageOf(error)
      }
      void stop()
      const told = describeJudgement(judgement)
      const secrets = secretsOf(requests, target.fields ?? [])
      const detail = failure === undefined ? told : `${kind.title} failed: ${failure} (${told})`
      return {
        name: kind.name,
        version: peer.version,
        status: failure === undefined ? 'completed' : 'failed',
        durationMs: Math.round(startingMs + performance.now() - asked),
        detail: maskSecrets(detail, secrets),
        judged: judgement.judged,
        claims: judgement.claims.map((claim) => ({ ...claim, message: maskSecrets(claim.message, secrets) })),
      }
    },
  }
}

function missing(kind: EngineKind): EngineOutcome {
  return {
    name: kind.name,
    version: '',
    status: 'missing',
    durationMs: 0,
    detail: `${kind.title} is not installed; install it with: ${kind.install}`,
    judged: [],
    claims: [],
  }
}

function idle(outcome: EngineOutcome): RunningEngine {
  return { judge: async () => outcome, stop: async () => {} }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
