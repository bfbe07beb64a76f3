export { type Config, defineConfig } from './cli/config/config.ts'
export { ContractError } from './contract/ContractError.ts'
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
} from './harness/report.ts'
export { FixtureError } from './mock/fixtures/FixtureError.ts'
export {
  createMock,
  FaultError,
  type FetchMock,
  type FetchMockOptions,
  type Fixtures,
  type OwnScenario,
  type Scenario,
} from './mock/hosts/createMock.ts'
export { ListenError } from './mock/ListenError.ts'
export {
  createMiddleware,
  type MiddlewareOptions,
  type MockMiddleware,
} from './mock/middleware/createMiddleware.ts'
export type { MockOptions } from './mock/mockOptions.ts'
export { type Mock, startMock } from './mock/startMock.ts'
export type { ReportFormat } from './reporters/reporter.ts'
export { reporters } from './reporters/reporters.ts'
export { type Options as VerifyOptions, verify } from './verify.ts'
