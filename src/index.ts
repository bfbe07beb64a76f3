export { FixtureError } from './server/FixtureError.ts'
export { ListenError } from './server/ListenError.ts'
export { type Mock, type MockOptions, startMock } from './server/startMock.ts'
