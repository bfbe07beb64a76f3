import type { Report } from '../judge/report.ts'
import { type Options, verify } from '../verify.ts'

/** Seconds that a run in a test takes at most. */
export const MAX_SECONDS = 120

/**
 * Tests an implementation in a test: with the kit's own checks, because other engines take seconds to start, and with a time limit.
 * Rejects with a TypeError if the base URL is not a text.
 */
export async function verifyInTests(baseUrl: unknown, options: Options): Promise<Report> {
  if (typeof baseUrl !== 'string')
    throw new TypeError(`expected a base URL, got ${baseUrl === null ? 'null' : typeof baseUrl}`)
  const { engines = ['probes'], maxTime = MAX_SECONDS } = options
  return verify(baseUrl, { ...options, engines, maxTime })
}
