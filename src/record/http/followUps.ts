import type { Failure, Field, Response } from '../../judge/exchange.ts'
import { fieldValues } from '../../judge/headerFields.ts'
import { mayGetToken } from '../../judge/url.ts'
import type { WholeResponse } from './responseReader.ts'

const MAX_RETRIES = 3
/** Milliseconds before the first retry without Retry-After. */
const FIRST_WAIT = 250
/** Milliseconds to wait at most: if the server throttles, if it is unavailable, and if it may only refuse an unusual request. */
const LONGEST_WAIT = { throttled: 120_000, unavailable: 5_000, unusual: 1_000 }

/** Milliseconds to wait before a retry; 0 for no more retry, `none` for a response that needs none. */
export function chooseWait({ status, fields }: Response, tries: number, isUnusual: boolean): number | 'none' {
  if (status !== 429 && status !== 502 && status !== 503 && status !== 504) return 'none'
  if (tries >= MAX_RETRIES) return 0
  const [after = ''] = fieldValues(fields, 'retry-after')
  const seconds = /^\d{1,6}$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000
  const ms = Number.isFinite(seconds) ? Math.max(seconds * 1000, 1) : FIRST_WAIT * 2 ** tries
  return Math.min(ms, LONGEST_WAIT[status === 429 ? 'throttled' : isUnusual ? 'unusual' : 'unavailable'])
}

/** Whether the server asks for fewer requests. A gateway that cannot reach its server does not. */
export function isThrottled({ status, fields }: Response): boolean {
  return status === 429 || fieldValues(fields, 'retry-after').length > 0
}

/** Where to follow a redirect with the token. */
export function chooseRedirect(status: number, fields: readonly Field[], from: string): string | undefined {
  const [location] = fieldValues(fields, 'location')
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined
  if (!URL.canParse(location, from)) return undefined
  const target = new URL(location, from)
  target.hash = ''
  return mayGetToken(target, new URL(from)) ? target.href : undefined
}

/** A server may close an idle connection at any time (RFC 9112 section 9.5); that says nothing about the request. */
export function isIdleClose(outcome: WholeResponse | Failure): boolean {
  return 'kind' in outcome ? outcome.kind === 'empty' : outcome.response.status === 408
}
