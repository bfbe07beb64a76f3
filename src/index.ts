import type { Report } from './judge/report.ts'
import type { Options as VerifyOptions } from './verify.ts'

export type { Config } from './cli/flags.ts'
export { ContractError } from './contract/description.ts'
export type {
  EngineName,
  EngineReport,
  Evidence,
  Finding,
  Message,
  Report,
  Step,
  Verdict,
  Violation,
} from './judge/report.ts'
export type { Entry, JournalFilter } from './mock/control/journal.ts'
export { FixtureError } from './mock/fixtures/FixtureError.ts'
export {
  createMock,
  FaultError,
  type FetchMock,
  type FetchMockOptions,
  type Fixtures,
  matchers,
  type OwnScenario,
  type Scenario,
} from './mock/hosts/createMock.ts'
export {
  createMiddleware,
  type MiddlewareOptions,
  type MockMiddleware,
} from './mock/middleware/createMiddleware.ts'
export type { MockOptions } from './mock/mockOptions.ts'
export { ListenError, type Mock, startMock } from './mock/startMock.ts'
export type { ReportFormat } from './report/document.ts'
export { reporters } from './report/reporters.ts'
export type { VerifyOptions }

/**
 * Tests the implementation at a base URL, for example `http://127.0.0.1:4010/v1`, and resolves to the report. Rejects with a
 * RangeError if the base URL or an option is invalid, with a ContractError if the contract is invalid, or with the signal's reason if `signal` aborts.
 * Failures of the server, Prism or Dredd are part of the report.
 */
export async function verify(baseUrl: string, options: VerifyOptions = {}): Promise<Report> {
  // Load the checks on first use, because they load more slowly than the mock, and many programs use only the mock.
  const loaded = await import('./verify.ts')
  return loaded.verify(baseUrl, options)
}
