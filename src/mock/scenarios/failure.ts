import { errorAnswer, jsonAnswer, METHODS } from '../handler/answers.ts'
import { challenge } from '../handler/challenges.ts'
import { textAnswer, withMediaType } from '../handler/textAnswer.ts'
import type { ResponseRecord } from '../records.ts'
import type { Example } from './dataset.ts'
import type { Effects, WireFault } from './effects.ts'
import type { Session } from './sessions.ts'

/** What decides whether and how a request fails. */
export type FailureContext = {
  effects: Effects
  /** The rule of a failed response: what asked for the failure. */
  rule: string
  scenario: string
  session: Session
  /** The number of requests that the session sent in this scenario before this one. */
  count: number
  /** A random number in [0, 1). */
  random: number
  now: number
  examples: readonly Example[]
}

/** Replaces a response by an error, or breaks it on the wire, if the effects ask for that. */
export function applyFailure(
  response: ResponseRecord,
  context: FailureContext,
): { response: ResponseRecord; fault: WireFault | undefined } {
  const { effects, rule, count, random, examples } = context
  const wait = countAgainstQuota(context)
  if (wait !== undefined) {
    const message = `too many requests; try again in ${wait} s`
    return { response: errorAnswer(rule, 429, message, ['Retry-After', String(wait)]), fault: undefined }
  }
  if (!shouldFail(effects, count, random)) return { response, fault: undefined }
  const { message, body, contentType, fault } = effects
  const code = failureCode(effects)
  if (body !== undefined)
    return { response: textAnswer(rule, code, { body, contentType }, listExtraHeaders(code)), fault }
  if (code === 200) return { response, fault }
  const example = examples.find(({ status }) => status === code)
  const failed =
    message === undefined && example
      ? exampleAnswer(example, rule)
      : errorAnswer(rule, code, message ?? `the mock is set to return ${code}`, listExtraHeaders(code))
  return { response: contentType === undefined ? failed : withMediaType(failed, contentType), fault }
}

/** An example from the contract as a response. */
export function exampleAnswer({ status, value }: Example, rule = 'prefer example'): ResponseRecord {
  return jsonAnswer(rule, status, value, listExtraHeaders(status))
}

/** The window of a quota in milliseconds, unless the effects have their own. */
export const DEFAULT_WINDOW = 10_000

/** Counts the request against the quota. Returns the seconds until the next window if the quota is used up. */
function countAgainstQuota({ effects, session, scenario, now }: FailureContext): number | undefined {
  const { quotaLimit, quotaWindowMillis = DEFAULT_WINDOW } = effects
  if (quotaLimit === undefined) return undefined
  let window = session.windows.get(scenario)
  if (window === undefined || now - window.since >= quotaWindowMillis) {
    window = { since: now, requests: 0 }
    session.windows.set(scenario, window)
  }
  window.requests++
  if (window.requests <= quotaLimit) return undefined
  return Math.max(1, Math.ceil((window.since + quotaWindowMillis - now) / 1000))
}

function shouldFail(
  { failRequestCount, succeedFirst = 0, rate = 1 }: Effects,
  count: number,
  random: number,
): boolean {
  const index = count - succeedFirst
  if (index < 0) return false
  if (failRequestCount !== undefined && index >= failRequestCount) return false
  return random < rate
}

/** The status of requests that fail. Effects that only say which requests fail mean 503. */
export function failureCode({ code, fault, failRequestCount, succeedFirst }: Effects): number {
  return code ?? (fault === undefined && (failRequestCount ?? succeedFirst) !== undefined ? 503 : 200)
}

/** The headers that HTTP requires or recommends with some statuses. */
function listExtraHeaders(status: number): readonly string[] {
  if (status === 401) return challenge
  if (status === 405) return ['Allow', METHODS]
  return status === 429 || status === 503 ? ['Retry-After', '1'] : []
}
