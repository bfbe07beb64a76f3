import { errorAnswer, jsonAnswer, METHODS } from '../handler/answers.ts'
import { challenge } from '../handler/challenges.ts'
import type { ResponseRecord } from '../records.ts'
import type { Example } from './dataset.ts'
import type { Effects, WireFault } from './effects.ts'
import type { Session } from './sessions.ts'
import { isBefallen, secondsToWait } from './shouldFail.ts'

/** What decides how a request ends. */
export type Circumstances = {
  effects: Effects
  /** Who brought the code: for the rule of the answer. */
  chooser: string
  scenario: string
  session: Session
  /** The requests of the session in this scenario before this one. */
  count: number
  /** A random number in [0, 1). */
  share: number
  now: number
  examples: readonly Example[]
}

/** The answer that takes the place of the usual one, where something befalls it, and the fault on the wire. */
export function strike(
  usual: ResponseRecord,
  circumstances: Circumstances,
): { answer: ResponseRecord; fault: WireFault | undefined } {
  const { effects, chooser, scenario, session, count, share, now, examples } = circumstances
  const wait = secondsToWait(effects, session, scenario, now)
  if (wait !== undefined) {
    const message = `too many requests; try again in ${wait} s`
    return {
      answer: errorAnswer(chooser, 429, message, ['Retry-After', String(wait)]),
      fault: undefined,
    }
  }
  if (!isBefallen(effects, count, share)) return { answer: usual, fault: undefined }
  const { code = codeOf(effects), message, fault } = effects
  if (code === 200) return { answer: usual, fault }
  const example = examples.find(({ status }) => status === code)
  if (message === undefined && example) return { answer: exampleAnswer(example, chooser), fault }
  const text = message ?? `the mock was told to answer ${code}`
  return { answer: errorAnswer(chooser, code, text, fieldsOf(code)), fault }
}

/** An example of the contract as an answer. */
export function exampleAnswer({ status, value }: Example, rule = 'prefer example'): ResponseRecord {
  return jsonAnswer(rule, status, value, fieldsOf(status))
}

/** Counting requests without saying how they fail means 503. */
function codeOf({ fault, failRequestCount, succeedFirst }: Effects): number {
  return fault === undefined && (failRequestCount ?? succeedFirst) !== undefined ? 503 : 200
}

/** What HTTP wants beside some statuses. */
function fieldsOf(status: number): readonly string[] {
  if (status === 401) return challenge
  if (status === 405) return ['Allow', METHODS]
  return status === 429 || status === 503 ? ['Retry-After', '1'] : []
}
