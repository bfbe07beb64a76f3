import type { Claim } from '../harness/engine.ts'
import type { AnsweredExchange } from '../harness/exchange.ts'
import { type Sharing, sharing } from '../harness/http/sharing.ts'

/** What an engine has come to so far. Kept when it breaks half-way. */
export type EngineJudgement = {
  judged: AnsweredExchange[]
  claims: Claim[]
  /** Why a request was not given to the engine, one entry a request: it is known to judge it wrongly or not at all. */
  leftOut: string[]
  /** Why a request that it was given was not judged, one entry a request. */
  unjudged: string[]
  /** For the answers that were judged: most of them are alike. */
  share: Sharing['share']
}

/** Bytes of all distinct bodies that are kept of what one engine was answered. */
const MEMORY = 24 * 2 ** 20

export function emptyJudgement(): EngineJudgement {
  return { judged: [], claims: [], leftOut: [], unjudged: [], share: sharing(MEMORY).share }
}

/** Adds an answer that was judged, and returns it as it is kept. */
export function addJudged({ judged, share }: EngineJudgement, exchange: AnsweredExchange): AnsweredExchange {
  const kept = { ...exchange, response: share(exchange.response) }
  judged.push(kept)
  return kept
}

/** The judgement in one line: how many requests were judged, and why the others were not. */
export function describeJudgement({ judged, leftOut, unjudged }: EngineJudgement): string {
  const parts = [`judged ${count(judged.length)}`]
  if (leftOut.length > 0) parts.push(`left out ${leftOut.length}: ${reasons(leftOut)}`)
  if (unjudged.length > 0) parts.push(`could not judge ${unjudged.length}: ${reasons(unjudged)}`)
  return parts.join('; ')
}

function count(requests: number): string {
  return `${requests} ${requests === 1 ? 'request' : 'requests'}`
}

function reasons(entries: readonly string[]): string {
  const counted = Map.groupBy(entries, (entry) => entry)
  return [...counted].map(([reason, { length }]) => `${reason} (${length})`).join(', ')
}
