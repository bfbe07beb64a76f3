import { startMock } from '../mock/startMock.ts'
import { runCli } from './run.ts'

// `npm run verify`: judges the URL that it is given, or a reference server that it starts on a free port.
process.exitCode = await runCli(['verify', ...process.argv.slice(2)], async () => {
  const { url, close } = await startMock({ port: 0 })
  return { baseUrl: url, token: 'token-alice', otherToken: 'token-bob', close }
})
