import { pluralize } from '../contract/words.ts'
import type { Claim } from '../judge/engine.ts'
import type { AnsweredExchange } from '../judge/exchange.ts'
import { createSharing, type Sharing } from '../record/http/sharing.ts'

/** What an engine has found so far. Kept if it fails half-way. */
export type EngineResults = {
  exchanges: AnsweredExchange[]
  claims: Claim[]
  /** Why requests were not given to the engine, one entry per request: it is known to judge them wrongly or not at all. */
  leftOut: string[]
  /** Why the engine did not judge requests that it was given, one entry per request. */
  unjudged: string[]
  /** Stores equal parts of the responses once. */
  share: Sharing['share']
}

/** Bytes of all distinct bodies to keep for one engine. */
const MEMORY = 24 * 2 ** 20

export function createResults(): EngineResults {
  return { exchanges: [], claims: [], leftOut: [], unjudged: [], share: createSharing(MEMORY).share }
}

/** Adds an exchange and what the engine says is wrong with its response. */
export function addExchange(
  { exchanges, claims, share }: EngineResults,
  exchange: AnsweredExchange,
  found: readonly Omit<Claim, 'exchange'>[],
): void {
  for (const claim of found) claims.push({ exchange: exchanges.length, ...claim })
  exchanges.push({ ...exchange, response: share(exchange.response) })
}

/** Describes the results in one line: how many requests were judged, and why others were not. */
export function describeResults({ exchanges, leftOut, unjudged }: EngineResults): string {
  const parts = [`judged ${pluralize(exchanges.length, 'request')}`]
  if (leftOut.length > 0) parts.push(`left out ${leftOut.length}: ${countReasons(leftOut)}`)
  if (unjudged.length > 0) parts.push(`could not judge ${unjudged.length}: ${countReasons(unjudged)}`)
  return parts.join('; ')
}

function countReasons(entries: readonly string[]): string {
  const counted = Map.groupBy(entries, (entry) => entry)
  return [...counted].map(([reason, { length }]) => `${reason} (${length})`).join(', ')
}
