export { type Config, defineConfig } from './cli/config.ts'
export type {
  EngineName,
  EngineReport,
  Evidence,
  Finding,
  Report,
  Verdict,
  Violation,
} from './harness/report.ts'
export type { ReportFormat } from './reporters/reporter.ts'
export { reporters } from './reporters/reporters.ts'
export { FixtureError } from './server/FixtureError.ts'
export {
  createMock,
  FaultError,
  type FetchMock,
  type FetchMockOptions,
  type Fixtures,
  type OwnScenario,
  type Scenario,
} from './server/hosts/createMock.ts'
export { ListenError } from './server/ListenError.ts'
export type { MockOptions } from './server/mockOptions.ts'
export { type Mock, startMock } from './server/startMock.ts'
export { type Options as VerifyOptions, verify } from './verify.ts'
