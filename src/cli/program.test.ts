import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { plantStore } from '../../tests/commandLine.testing.ts'
import { explainFailure } from './errors.ts'
import { readCommandLine } from './program.ts'

beforeEach(() => vi.stubEnv('npm_command', ''))
afterEach(() => vi.unstubAllEnvs())

/** Runs a command line that is expected to fail. Resolves to the exit code and the message. */
async function runWrongly(args: readonly string[]): Promise<{ code: number; text: string }> {
  const asked = readCommandLine(args).then(async (line) => {
    if (typeof line !== 'string') await line.run({ ...line, finish: () => {} })
  })
  return explainFailure(await asked.catch((error: unknown) => error))
}

test('an error shows the command as the user called it', async () => {
  vi.stubEnv('npm_command', 'exec')
  expect((await runWrongly(['mock', '--prot'])).text).toContain('See npx plant-store-kit mock --help.')
  expect((await runWrongly(['checks', 'x'])).text).toContain('run npx plant-store-kit checks')
})

const VERIFY = ['verify', 'http://127.0.0.1:1']
const UPDATE = [...VERIFY, '--baseline', 'b.yaml', '--baseline-update']

test.each([
  [[], /^expected a command: mock, init, .* or compare\nSee plant-store-kit --help\.$/],
  [['mokc'], /^unknown command "mokc"; did you mean mock\?/],
  [['--port', '4010', 'mock'], /^expected a command before the flags: mock, init, /],
  [['mock', '80'], /^expected no argument, got "80"; pass other values with their flags, such as --port,/],
  [['mock', '--prot', '1'], /unknown flag --prot; did you mean --port\?\nSee plant-store-kit mock --help\.$/],
  [['checks', '--config', 'x'], /unknown flag --config/],
  [['mock', '--port', '65536'], /^--port: expected a whole number from 0 to 65535, got "65536"$/],
  [['mock', '--base-path', '/a?b'], /^--base-path: expected .* path such as \/v1 .*got "\/a\?b"/],
  [['mock', '--host', ''], /^--host: expected an address or a host name/],
  [['mock', '--fixtures', '/does/not/exist'], /^--fixtures: cannot read \/does\/not\/exist: no such file/],
  [['mock', '--upstream', 'https://a:s3cret@b.test'], /^--upstream: expected a base URL that begins/],
  [['mock', '--upstream', 'https://a.test/v1/plants'], /^--upstream: .* without \/plants at its end/],
  [['mock', '--cert', 'package.json'], /^expected --cert and --key together/],
  [['mock', '--tls', '--cert', 'package.json', '--key', 'package.json'], /and without --tls$/],
  [['mock', '--mock-when', '2xx'], /^--mock-when: expected statuses from 300 to 599, 3xx, 4xx, 5xx or/],
  [['mock', '--record', 'x.json'], /^--record: requires the option upstream, the base URL/],
  [['mock', '--admin-token', 's3cret token'], /^--admin-token: expected a bearer token/],
  [['mock', '--scenario', 'nowhere'], /^--scenario: expected one of normal/],
  [['mock', '--delay', 'soon'], /^--delay: .*milliseconds such as 300/],
  [['mock', '--fault', 'limit-ignord'], /^--fault: .* got "limit-ignord"; did you mean limit-ignored\?$/],
  [['judge', '/dev/zero'], /^expected a file .*, got \/dev\/zero$/],
  [['checks', 'limit-honored'], /did you mean limit-honoured\? to list all checks, run plant-store-kit/],
  [['checks', '--contract', 'package.json'], /^package\.json:1: expected OpenAPI 3\.0 or 3\.1/],
  [['verify'], /^expected either the base URL of a server, .*, got neither$/m],
  [[...VERIFY, '--targets', 'package.json'], /^expected either the base URL of a server, .*, got both$/m],
  [[...VERIFY, '--token', ''], /^--token: expected a token, got nothing$/],
  [[...VERIFY, '--token', 's3 cret'], /^--token: expected a token of ASCII characters .*, got a space$/],
  [[...VERIFY, '--token', '"s3cret"'], /^--token: .*, got " at its start; pass the token itself$/],
  [[...VERIFY, '--token', 'a', '--other-token', 'a'], /^--other-token: expected the token of another user/],
  [[...VERIFY, '--token', 'a', '--token=s3cret'], /^--token is set more than once/],
  [[...VERIFY, '--report', 'pdf'], /^--report: expected terminal, .* or har, got "pdf"/],
  [[...VERIFY, '--report', 'junit=docs'], /junit report to docs: expected a file instead of a folder$/],
  [[...VERIFY, '--report', 'json=/proc/x/y/z'], /^cannot write the json report to \/proc\/x\/y\/z: /],
  [[...VERIFY, '--engine', 'postman'], /^--engine: expected auto, probes, prism or dredd, got "postman"/],
  [[...VERIFY, '--header', 'X-Key s3cret'], /^--header: expected a name, a colon and a value of printable/],
  [[...VERIFY, '--header', 'X-Key: s3cret→'], /^--header: expected a name, a colon and/],
  [[...VERIFY, '--proxy', 'ftp://me:s3cret@a.test'], /^--proxy: expected the URL of an HTTP proxy, such as/],
  [[...VERIFY, '--proxy', 'http://a.test', '--unix-socket', '/x'], /^expected a proxy or a Unix socket/],
  [[...VERIFY, '--cert', 'package.json'], /^expected --cert and --key together, got only --cert/],
  [[...VERIFY, '--cert', 'package.json', '--key', 'package.json'], /certificate and its private key as PEM/],
  [[...VERIFY, '--cacert', 'package.json'], /cacert: expected certificates as PEM .* in package\.json/],
  [['verify', 'http://a.test:{port}', '--start', 'true'], /got \{port\} only in http:\/\/a\.test:\{port\}/],
  [[...VERIFY, '--start', 'serve {port}'], /got \{port\} only in --start/],
  [[...VERIFY, '--start', 'true', '--start-log', '/dev/null/x'], /cannot write .* to \/dev\/null\/x/],
  [[...VERIFY, '--baseline-update'], /^--baseline-update requires --baseline FILE/],
  [[...UPDATE, '--reason', 'x'], /^expected --reason and --expires together/],
  [['compare', 'package.json', 'package.json'], /expected a report of plant-store-kit verify/],
  [[...VERIFY, '--resolve', 'plants.example.com:80'], /^--resolve: expected host:port:address/],
  [
    [...VERIFY, '--resolve', 'a:1:[::1]'],
    /^--resolve: expected 127\.0\.0\.1:1, the base URL's .*, got a:1:\[::1\]$/,
  ],
  [[...VERIFY, '--unix-socket', 'docs'], /^--unix-socket: expected a Unix domain socket, got docs/],
  [['mock', '--delay', '-5'], /^--delay: expected milliseconds such as 300, at most 600000, got "-5"$/],
  [['mock', '--scenario', 'slow', '--scenario', 'empty'], /^--scenario is set more than once; set this/],
  [['mock', '--fault', 'x', '--scenario', 'slow'], /^--fault allows only the flags .* got --scenario/],
  [[...VERIFY, '--start-log', 'x.log'], /^--start-log requires --start, because it saves/],
  [[...VERIFY, '--token', 's3cret', '--token-command', 'x'], /^expected either --token or --token-command/],
  [[...VERIFY, 's3cret'], /^expected only \[base-url\], got 2 arguments; pass other values with their flags/],
  [[...VERIFY, '-H', 'X: s3cret'], /^unknown flag -H; did you mean --header\?\n/],
  [['mock', '-p', '4010'], /^unknown flag -p; did you mean --port\?\n/],
  [[...VERIFY, '--report', 'junit:x.xml'], /^--report: expected junit=FILE, got "junit:x\.xml"$/],
  [[...VERIFY, '--report', 'json={nam}.json'], /^--report: expected only \{name\} in a path, got \{nam\}$/],
  [[...UPDATE, '--reason', 'x', '--expires', '2020-01-01'], /^--expires: expected today or a later day, got/],
  [[...VERIFY, '--resolve', 'a:65536:::1'], /^--resolve: expected host:port:address with an IP address/],
  [[...UPDATE, '--reason', 'x', '--expires', '2027-02-29'], /^--expires: expected a day such as 2027-01-31/],
  [[...VERIFY, '--resolve', 'a:80:localhost'], /^--resolve: expected host:port:address with an IP address/],
  [['mock', '--contract', 'https://a.test/x.yaml'], /^--contract: expected a file, got the URL .*; download/],
  [['verify', 'http://127.0.0.1:99999'], /^expected a URL with a port of at most 65535, got "http:/],
  [[...VERIFY, '--timeout', '10s'], /^--timeout: expected a whole number of milliseconds from 100 to 600000/],
  [[...VERIFY, '--name', 'shop\n✓ conformant'], /^--name: expected a single line of text/],
  [['verify', 'ftp://a.test'], /^expected a URL such as http:.* \(http or https\), got "ftp:\/\/a\.test"$/],
  [['verify', 'http://a.test/v1?key=s3cret'], /^expected a base URL without a query, got "http:.*\?\*{3}"$/],
  [['verify', '127.0.0.1:1'], /http:\/\/127\.0\.0\.1:4010/],
  [['verify', 'http://me:s3cret@a.test:1'], /without user name or password, got "http:\/\/\*{3}@a\.test:1"/],
  [['verify', 'me:s3cret@127.0.0.1:1/x'], /such as http:.*, got "\*{3}@127\.0\.0\.1:1\/x"/],
  [['verify', 'http://me:s/s3cret@127.0.0.1:1/x'], /, got "http:\/\/\*{3}@127\.0\.0\.1:1\/x"/],
  [[...VERIFY, '--resolve', 'http://me:s3cret@a.test:80'], /^--resolve: expected .*, got "http:/],
  [['mock', '--cors', 'http://me:s3cret@a.test'], /^--cors: expected .*, got "http:/],
  [['mock', '--upstream', 'me:s3cret@a.test'], /^--upstream: expected a base URL/],
] as const)('plant-store-kit %j is a usage error', async (args, message) => {
  const { code, text } = await runWrongly(args)
  expect(code).toBe(2)
  expect(text).toMatch(message)
  expect(text).not.toMatch(/ {4}at |s3cret/)
})

test('an unusable proxy in the environment is a usage error, and its password stays secret', async () => {
  vi.stubEnv('HTTP_PROXY', 'http://me:s3cret@proxy:99999')
  vi.stubEnv('http_proxy', 'http://me:s3cret@proxy:99999')
  const { code, text } = await runWrongly(['verify', 'http://plants.example'])
  expect(text).toMatch(/^HTTP_PROXY or HTTPS_PROXY: expected the URL of an HTTP proxy, such as .*$/)
  expect({ code, isSecret: !text.includes('s3cret') }).toEqual({ code: 2, isSecret: true })
})

test('a token in the environment together with --token-command is a usage error', async () => {
  vi.stubEnv('PLANT_STORE_TOKEN', 's3cret')
  const { code, text } = await runWrongly([...VERIFY, '--token-command', 'x'])
  expect(text).toMatch(/^expected either --token or --token-command, got both \(PLANT_STORE_TOKEN counts/)
  expect(code).toBe(2)
})

test('with --start, an environment with more secrets than the kit can mask is refused', async () => {
  vi.stubEnv('DB_PASSWORD', '1'.repeat(70_000))
  const { text } = await runWrongly([...VERIFY, '--start', 'true'])
  expect(text).toMatch(/^--start, .* environment: expected secrets of at most 65536 characters in total, got/)
})

test.each([
  ['mock', 'PLANT_STORE_SCENARIO', 'emtpy', /^PLANT_STORE_SCENARIO: got "emtpy"; did you mean empty\?/],
  ['mock', 'PLANT_STORE_MOCK_WHEN', '500', /^PLANT_STORE_MOCK_WHEN: requires the option upstream/],
  ['verify', 'PLANT_STORE_PROXY', 's3cret', /^PLANT_STORE_PROXY: expected the URL of an HTTP proxy/],
  [
    'verify',
    'PLANT_STORE_OTHER_TOKEN',
    's3cret,a',
    /^PLANT_STORE_OTHER_TOKEN: .*, got a comma; write one token/,
  ],
  [
    'verify',
    'PLANT_STORE_REPORT',
    'junit=a,json=b',
    /^PLANT_STORE_REPORT: .* one report per line, or repeat the/,
  ],
])('an error of %s with %s=%j names the variable', async (command, variable, value, message) => {
  vi.stubEnv(variable, value)
  const { code, text } = await runWrongly(command === 'mock' ? ['mock', '--port', '0'] : VERIFY)
  expect(text).toMatch(message)
  expect(text).not.toContain('s3cret')
  expect(code).toBe(2)
})

test('warns of a misspelt variable, and not of other variables', async () => {
  const wrong = { PLANT_STORE_DELAI: '5', PLANTSTORE_TOKEN: 'x', PLANT_STORE_KIT_PORT: '1' }
  const env = { ...wrong, PLANT_STORE_URL: 'x', PLANT_STORE_STAGING_TOKEN: 'y' }
  const { stderr } = await plantStore(['checks', 'limit-honoured'], env)
  expect(stderr.match(/unknown .*/g)).toEqual([
    'unknown variable PLANT_STORE_DELAI; did you mean PLANT_STORE_DELAY?',
    'unknown variable PLANTSTORE_TOKEN; did you mean PLANT_STORE_TOKEN?',
    'unknown variable PLANT_STORE_KIT_PORT; did you mean PLANT_STORE_PORT?',
  ])
})

test('accepts an origin with a trailing slash', async () => {
  const asked = await readCommandLine(['mock', '--cors', 'http://localhost:5173/, https://a.example'])
  expect(asked).toMatchObject({ flags: { cors: ['http://localhost:5173', 'https://a.example'] } })
})

test('a flag wins over its variable, an empty variable counts as unset, and true or false sets a switch', async () => {
  vi.stubEnv('PLANT_STORE_RATE', '4')
  vi.stubEnv('PLANT_STORE_TIMEOUT', '')
  vi.stubEnv('PLANT_STORE_STRICT', 'true')
  vi.stubEnv('PLANT_STORE_INSECURE', 'false')
  vi.stubEnv('PLANT_STORE_OTHER_TOKEN', 'second\nthird\n')
  const asked = await readCommandLine([...VERIFY, '--rate', '5'])
  const flags = { rate: 5, timeout: 10_000, strict: true, insecure: false, otherToken: ['second', 'third'] }
  expect(asked).toMatchObject({ flags })
})

test('a failure of the kit has a stack trace only if PLANT_STORE_DEBUG is set', () => {
  const error = new TypeError('x is undefined')
  expect(explainFailure(error)).toEqual({ code: 3, text: expect.not.stringContaining('    at ') })
  vi.stubEnv('PLANT_STORE_DEBUG', '1')
  expect(explainFailure(error).text).toContain('    at ')
})
