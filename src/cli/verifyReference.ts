import { startMock } from '../mock/startMock.ts'
import { runCli } from './run.ts'

// `npm run verify`: tests the server at the given base URL or of the given file, or else a mock that it starts on a free port.
const args = process.argv.slice(2)
const isGiven = args.some((arg) => /^https?:/.test(arg) || arg.startsWith('--targets'))
const mock = isGiven ? undefined : await startMock({ port: 0 })
const reference = mock ? [mock.url, '--token', 'token-alice', '--other-token', 'token-bob'] : []
process.exitCode = await runCli(['verify', ...reference, ...args])
await mock?.close()
