import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { explainFailure } from './errors.ts'
import { createProgram } from './program.ts'

beforeEach(() => vi.stubEnv('npm_command', ''))
afterEach(() => vi.unstubAllEnvs())

/** Runs a command line that fails. */
async function runWrongly(args: readonly string[]): Promise<{ code: number; text: string }> {
  const line = await createProgram(args, () => {})
  const parsed = line.parseAsync(args, { from: 'user' })
  return explainFailure(await parsed.catch((error: unknown) => error), false)
}

test('an error names the command to call as the user called the kit', async () => {
  vi.stubEnv('npm_command', 'exec')
  expect((await runWrongly(['mock', '--prot'])).text).toContain('See npx plant-store-kit mock --help.\n')
  expect((await runWrongly(['checks', 'x'])).text).toContain('npx plant-store-kit checks lists them all')
})

test.each([
  [['mock', '--port', 'x'], /^plant-store-kit: --port: expected a port from 0 to 65535, got "x"\n$/],
  [['mock', '--port', '65536'], /got "65536"/],
  [['mock', '--port'], /--port.*argument missing/],
  [['mock', '--base-path', '/a?b'], /--base-path: expected .* path such as \/v1 .*got "\/a\?b"/],
  [['mock', '--host', ''], /--host: expected an address/],
  [['mock', '--fixtures', '/does/not/exist'], /\/does\/not\/exist: expected a folder/],
  [['mock', '--prot', '1'], /unknown option '--prot'[\s\S]*See plant-store-kit mock --help\.\n$/],
  [['checks', '--config', 'x'], /unknown option '--config'[\s\S]*See plant-store-kit checks --help\.\n$/],
  [['--prot'], /unknown option '--prot'[\s\S]*See plant-store-kit --help\.\n$/],
  [
    ['mock', '--cors', 'http://localhost:5173/app'],
    /--cors: an origin has no path: expected http:\/\/localhost:5173, got/,
  ],
  [['mock', '--cors', 'http://a@b'], /--cors: expected \*, off, or origins/],
  [['mock', '--admin-token', ''], /--admin-token: expected a valid bearer token/],
  [['mock', '--fault', 'limit-ignored', '--scenario', 'empty', '--tls'], /remove --scenario, --tls/],
  [['mock', '--fault', 'limit-ignord'], /did you mean limit-ignored/],
  [['mock', '--fault', 'EMPTY_RESPNSE'], /did you mean EMPTY_RESPONSE\?/],
  [['checks', 'limit-honored'], /did you mean limit-honoured\? plant-store-kit checks lists them all/],
  [['mock', 'extra'], /too many arguments/],
  [['mokc'], /unknown command 'mokc'/],
  [['mock', '--port', '0', '--scenario', 'nowhere'], /scenario: expected one of normal/],
  [['mock', '--delay', 'soon'], /--delay: .*milliseconds such as 300/],
  [['mock', '--cors', 'app.example.com'], /--cors: .*https:\/\/app\.example\.com/],
  [['mock', '--contract', 'none.yaml'], /^plant-store-kit: none\.yaml: cannot be read \(ENOENT\)\n$/],
  [
    ['verify', 'http://127.0.0.1:1', '--contract', 'package.json'],
    /^plant-store-kit: package\.json:1: expected OpenAPI 3\.0 or 3\.1/,
  ],
  [
    ['checks', '--contract', 'fixtures/users.yaml'],
    /^plant-store-kit: fixtures\/users\.yaml:\d+: expected OpenAPI 3\.0 or 3\.1, got "no version"\n$/,
  ],
  [['mock', '--log', 'loud'], /--log: expected pretty, json or silent, got "loud"/],
  [['mock', '--config', 'none.yaml'], /^plant-store-kit: cannot read none\.yaml: ENOENT\n$/],
  [
    ['verify', 'http://127.0.0.1:1', '--tokn', 'x'],
    /unknown option '--tokn'[\s\S]*See plant-store-kit verify --help/,
  ],
  [
    ['verify', 'http://127.0.0.1:1', '--report', 'pdf'],
    /--report: expected the report format terminal, .* or .*, got "pdf"/,
  ],
  [
    ['verify', 'http://127.0.0.1:1', '--engine', 'postman'],
    /--engine: expected auto, probes, prism or dredd, got "postman"/,
  ],
  [
    ['verify', 'http://127.0.0.1:1', '--header', 'X-Key s3cret'],
    /--header: expected a name, a colon and a value of printable characters, such as 'X-Tenant: blue'\n$/,
  ],
  [['verify', 'http://127.0.0.1:1', '--header', 'X-Key: s3cret→'], /--header: expected a name, a colon and/],
  [
    ['verify', 'http://127.0.0.1:1', '--proxy', 'ftp://me:s3cret@127.0.0.1'],
    /expected the URL of an HTTP proxy, such as/,
  ],
  [
    ['verify', 'http://127.0.0.1:1', '--max-requests', '9.5'],
    /--max-requests: expected a number of requests/,
  ],
  [
    ['verify', 'http://127.0.0.1:1', '--timeout', '0'],
    /--timeout: expected a number of milliseconds from 1 to 600000, got "0"/,
  ],
  [
    ['verify', 'http://127.0.0.1:1', '--resolve', 'plants.example.com:80'],
    /--resolve: expected host:port:address/,
  ],
  [
    ['verify', 'http://127.0.0.1:1', '--rate', 'fast'],
    /--rate: expected a number of requests per second from 0\.1 to 1000000, got "fast"/,
  ],
  [
    ['verify', 'http://127.0.0.1:1', '--max-time', '0'],
    /--max-time: expected a number of seconds from 1 to 604800, got "0"/,
  ],
  [['verify', 'http://127.0.0.1:1', '--name', 'shop\n✓ conformant'], /--name: expected a name on one line/],
  [['verify', 'http://127.0.0.1:1', '--name', ' '], /--name: expected a name on one line, got " "/],
  [['verify', '127.0.0.1:1'], /http:\/\/127\.0\.0\.1:4010/],
  [['verify', 'http://me:s3cret@127.0.0.1:1'], /without user name or password/],
] as const)('plant-store-kit %j is a usage error', async (args, message) => {
  const { code, text } = await runWrongly(args)
  expect(code).toBe(2)
  expect(text).toMatch(message)
  expect(text).not.toMatch(/ {4}at |s3cret/)
})

test('a proxy of the environment that cannot be used is a usage error, and its password stays secret', async () => {
  vi.stubEnv('HTTP_PROXY', 'http://me:s3cret@proxy:99999')
  vi.stubEnv('http_proxy', 'http://me:s3cret@proxy:99999')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { code, text } = await runWrongly(['verify', 'http://plants.example'])
  expect(text).toMatch(
    /^plant-store-kit: expected the URL of an HTTP proxy in HTTP_PROXY or HTTPS_PROXY, such as .*\n$/,
  )
  expect({ code, isSecret: !text.includes('s3cret') }).toEqual({ code: 2, isSecret: true })
})

test.each([
  ['verify', 'PLANT_STORE_STRICT', 'no'],
  ['verify', 'PLANT_STORE_STRICT', 'TRUE'],
  ['mock', 'PLANT_STORE_NO_WATCH', 'yes'],
  ['mock', 'PLANT_STORE_TLS', ' '],
])('%s rejects %s="%s", which is neither on nor off', async (command, variable, value) => {
  vi.stubEnv(variable, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { code, text } = await runWrongly(command === 'verify' ? ['verify', 'http://127.0.0.1:1'] : ['mock'])
  expect(code).toBe(2)
  expect(text).toBe(`plant-store-kit: ${variable}: expected 1, true, 0, false or nothing, got "${value}"\n`)
})

test.each(['--host', '--base-path', '--fixtures', '--delay', '--cors', '--cert', '--key', '--admin-token'])(
  'a server of the corpus rejects %s, even with the default value',
  async (flag) => {
    const value = { '--host': '127.0.0.1', '--base-path': '/', '--delay': '5', '--cors': '*' }[flag]
    const { code, text } = await runWrongly(['mock', '--fault', 'limit-ignored', flag, value ?? 'off'])
    expect(code).toBe(2)
    expect(text).toContain(`remove ${flag}\n`)
  },
)

test('the error about an invalid token does not quote it', async () => {
  const { code, text } = await runWrongly(['mock', '--admin-token', 's3cret token'])
  expect(code).toBe(2)
  expect(text).not.toContain('s3cret')
})

test('accepts an origin with a trailing slash', async () => {
  const args = ['mock', '--cors', 'http://localhost:5173/, https://a.example']
  const line = await createProgram(args, () => {})
  const [command] = line.commands
  command?.action(() => {})
  await line.parseAsync(args, { from: 'user' })
  expect(command?.opts().cors).toEqual(['http://localhost:5173', 'https://a.example'])
})

test('the general help lists every command with its description', async () => {
  const line = await createProgram(['--help'], () => {})
  expect(line.helpInformation()).toMatch(
    / mock .* Serve [\s\S]* verify .* Test [\s\S]* checks .* List [\s\S]* compare .* Compare two/,
  )
})

test('loads only the command that is called', async () => {
  const line = await createProgram(['mock'], () => {})
  expect(line.commands.map((command) => command.name())).toEqual(['mock'])
})
