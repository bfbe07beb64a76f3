export { FixtureError } from './server/FixtureError.ts'
export { ListenError } from './server/ListenError.ts'
export type { MockOptions } from './server/mockOptions.ts'
export { type Mock, startMock } from './server/startMock.ts'
