import { parseArgs } from 'node:util'
import { runCli } from '../src/cli/run.ts'
import { startMock } from '../src/mock/startMock.ts'

// `npm run verify` tests the server at a base URL, the servers in a targets file, or by default the kit's mock on a free port.
const args = process.argv.slice(2)
const options = { contract: { type: 'string' }, targets: { type: 'string' } } as const
const { values, positionals } = parseArgs({ args, options, strict: false, allowPositionals: true })
const isGiven = values.targets !== undefined || positionals.some((each) => /^https?:/.test(each))
const contract = typeof values.contract === 'string' ? { contract: values.contract } : {}
const mock = isGiven ? undefined : await startMock({ port: 0, ...contract })
const reference = mock ? [mock.url, '--token', 'token-alice', '--other-token', 'token-bob'] : []
process.exitCode = await runCli(['verify', ...reference, ...args])
await mock?.close()
