import { startMock } from '../mock/startMock.ts'
import { runCli } from './run.ts'

// `npm run verify`: tests the given base URL, or a mock on a free port if there is none.
process.exitCode = await runCli(['verify', ...process.argv.slice(2)], async (contract) => {
  const { url, close } = await startMock({ port: 0, ...(contract !== undefined && { contract }) })
  return { baseUrl: url, token: 'token-alice', otherToken: 'token-bob', close }
})
