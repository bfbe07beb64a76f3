import type { Failure, Field, Response } from '../../judge/exchange.ts'
import { fieldValues } from '../../judge/headerFields.ts'
import { mayGetToken } from '../../judge/url.ts'
import type { WholeResponse } from './responseReader.ts'

/** How often a request is retried, and the milliseconds to wait before a retry: without Retry-After, and at most. */
type Retrying = { most: number; first: number; longest: number }

export const RETRYING: Retrying = { most: 3, first: 250, longest: 5_000 }
/** With a rate of `auto`, which does what Retry-After says. */
export const RETRYING_AUTO: Retrying = { most: 6, first: 1_000, longest: 120_000 }

/** For unusual requests, which some gateways refuse with a 503. */
export const RETRYING_UNUSUAL: Retrying = { ...RETRYING, longest: 1_000 }

/** Milliseconds to wait before a retry; 0 for no retry. */
export function chooseWait(
  { status, fields }: Response,
  tries: number,
  { first, longest }: Retrying,
): number {
  if (status !== 429 && status !== 502 && status !== 503 && status !== 504) return 0
  const [after = ''] = fieldValues(fields, 'retry-after')
  const seconds = /^\d{1,6}$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000
  return Math.min(Number.isFinite(seconds) ? Math.max(seconds * 1000, 1) : first * 2 ** tries, longest)
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
