import { suite } from '../contract-tests/suite.ts'
import { engines as all, engineNames } from './engines/engines.ts'
import type { EngineName, Report } from './harness/report.ts'
import { verify as judge } from './harness/verify.ts'
import type { VerifyOptions } from './harness/verifyOptions.ts'

/** @internal The checks of a contract, in the order in which a developer should fix them. */
export const { checks } = suite

/** How a target is judged, and by whom. */
export type Options = VerifyOptions & {
  /** Engines beside the kit's own checks, which always judge. Default: all. */
  engines?: readonly EngineName[]
}

/**
 * Judges the implementation at a base URL, for example `http://127.0.0.1:4010/v1`, and resolves to the report. What the
 * server does wrong is in the report; the promise rejects only for a base URL that is none, and when `signal` aborts.
 */
export async function verify(baseUrl: string, options: Options = {}): Promise<Report> {
  const { engines = engineNames, ...rest } = options
  const chosen = await Promise.all(engines.map(async (name) => [name, await all[name]()] as const))
  return judge(baseUrl, { suite, engines: Object.fromEntries(chosen) }, rest)
}
