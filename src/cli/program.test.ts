import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { explainFailure } from './errors.ts'
import { readCommandLine } from './program.ts'

beforeEach(() => vi.stubEnv('npm_command', ''))
afterEach(() => vi.unstubAllEnvs())

/** Runs a command line that fails. */
async function runWrongly(args: readonly string[]): Promise<{ code: number; text: string }> {
  const asked = readCommandLine(args).then(async (line) => {
    if (typeof line !== 'string') await line.run({ ...line, finish: () => {} })
  })
  return explainFailure(await asked.catch((error: unknown) => error), false)
}

test('an error names the command to call as the user called the kit', async () => {
  vi.stubEnv('npm_command', 'exec')
  expect((await runWrongly(['mock', '--prot'])).text).toContain('See npx plant-store-kit mock --help.')
  expect((await runWrongly(['checks', 'x'])).text).toContain('run npx plant-store-kit checks')
})

test.each([
  [['mock', '--port', 'x'], /^--port: expected a port from 0 to 65535, got "x"$/],
  [['mock', '--port', '65536'], /got "65536"/],
  [['mock', '--port'], /'--port <value>' argument missing[\s\S]*See plant-store-kit mock --help\.$/],
  [['mock', '--base-path', '/a?b'], /--base-path: expected .* path such as \/v1 .*got "\/a\?b"/],
  [['mock', '--host', ''], /^host: expected an address or a host name/],
  [['mock', '--fixtures', '/does/not/exist'], /\/does\/not\/exist\/plants\.yaml: cannot be read/],
  [['mock', '--prot', '1'], /unknown flag --prot[\s\S]*See plant-store-kit mock --help\.$/],
  [['checks', '--config', 'x'], /unknown flag --config[\s\S]*See plant-store-kit checks --help\.$/],
  [['--prot'], /unknown command "--prot"[\s\S]*See plant-store-kit --help\.$/],
  [
    ['mock', '--cors', 'http://localhost:5173/app'],
    /--cors: expected .* origins without a path such as .*, got "http:\/\/localhost:5173\/app"/,
  ],
  [['mock', '--cors', 'http://a@b'], /--cors: expected \*, off, or origins/],
  [['mock', '--admin-token', ''], /^adminToken: not a valid bearer token/],
  [
    ['mock', '--fault', 'limit-ignord'],
    /such as limit-off-by-one, got "limit-ignord"; did you mean limit-ignored\?$/,
  ],
  [['checks', 'limit-honored'], /did you mean limit-honoured\? to list all checks, run plant-store-kit/],
  [['mock', 'extra'], /^expected no argument, got "extra"/],
  [['mokc'], /^unknown command "mokc"; did you mean mock\?/],
  [[], /^expected a command: mock, init, .* or compare\nSee plant-store-kit --help\.$/],
  [['replay', 'report.json'], /^expected <finding>, got none\nSee plant-store-kit replay --help\.$/],
  [['mock', '--port', '0', '--scenario', 'nowhere'], /scenario: expected one of normal/],
  [['mock', '--delay', 'soon'], /--delay: .*milliseconds such as 300/],
  [['mock', '--cors', 'app.example.com'], /--cors: .*https:\/\/app\.example\.com/],
  [['mock', '--contract', 'none.yaml'], /^none\.yaml: cannot be read \(no such file or directory\)$/],
  [
    ['verify', 'http://127.0.0.1:1', '--contract', 'package.json'],
    /^package\.json:1: expected OpenAPI 3\.0 or 3\.1/,
  ],
  [
    ['checks', '--contract', 'fixtures/users.yaml'],
    /^fixtures\/users\.yaml:\d+: expected OpenAPI 3\.0 or 3\.1, got "no version"$/,
  ],
  [['mock', '--log', 'loud'], /--log: expected pretty, json or silent, got "loud"/],
  [['mock', '--config', 'none.yaml'], /^cannot read none\.yaml: no such file or directory$/],
  [['verify'], /^expected either the base URL of a server/],
  [['verify', 'http://127.0.0.1:1', '--targets', 'x.yaml'], /^expected either the base URL of a server/],
  [
    ['verify', 'http://127.0.0.1:1', '--tokn', 'x'],
    /unknown flag --tokn[\s\S]*See plant-store-kit verify --help/,
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
    /--header: expected a name, a colon and a value of printable characters, such as 'X-Tenant: blue'$/,
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
  expect(text).toMatch(/^expected the URL of an HTTP proxy in HTTP_PROXY or HTTPS_PROXY, such as .*$/)
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
  expect(text).toBe(`${variable}: expected 1, true, 0, false or nothing, got "${value}"`)
})

test('the error about an invalid token does not quote it', async () => {
  const { code, text } = await runWrongly(['mock', '--admin-token', 's3cret token'])
  expect(code).toBe(2)
  expect(text).not.toContain('s3cret')
})

test('accepts an origin with a trailing slash', async () => {
  const asked = await readCommandLine(['mock', '--cors', 'http://localhost:5173/, https://a.example'])
  expect(asked).toMatchObject({ flags: { cors: ['http://localhost:5173', 'https://a.example'] } })
})

test('the general help lists every command with its description', async () => {
  expect(await readCommandLine(['--help'])).toMatch(
    / mock .* Serve [\s\S]* verify .* Test [\s\S]* checks .* List [\s\S]* compare .* Compare two/,
  )
})
