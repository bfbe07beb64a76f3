import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import type { MockFlags } from '../mock/mockFlags.ts'
import { createProgram } from '../program.ts'
import type { Config } from './config.ts'

/** Runs the command line in a folder with these files, until it is ready or ends. */
async function run(files: Record<string, string>, args: readonly string[], env: Record<string, string> = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'plant-store-config-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  const child = spawn(process.execPath, [resolve('src/cli/main.ts'), ...args], {
    cwd,
    env: { ...process.env, ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  let err = ''
  child.stdout.on('data', (data) => {
    out += data
    if (out.includes('listening')) child.kill()
  })
  child.stderr.on('data', (data) => {
    err += data
  })
  const [code] = await once(child, 'close')
  return { code, out, err }
}

const yaml = 'mock:\n  port: 0\n  basePath: /from-file\n'

test.each([
  ['plant-store.config.yaml', yaml],
  ['plant-store.config.json', '{\n\t"mock": { "port": 0, "basePath": "/from-file" }\n}'],
  [
    'plant-store.config.ts',
    "const basePath: string = '/from-file'\nexport default { mock: { port: 0, basePath } }",
  ],
  ['plant-store.config.mjs', "export default { mock: { port: 0, basePath: '/from-file' } }"],
  ['plant-store.config.js', "module.exports = { mock: { port: 0, basePath: '/from-file' } }"],
])('%s gives what flags and environment leave open', async (name, text) => {
  const { code, out, err } = await run({ [name]: text }, ['mock'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/:\d+\/from-file\n$/)
})

test('a flag wins over a variable, a variable over the file, the file over the default', async () => {
  const environment = { PLANT_STORE_BASE_PATH: '/from-env' }
  const files = { 'my.yaml': yaml }
  const withBoth = ['mock', '--config', 'my.yaml', '--base-path', '/from-flag']
  expect((await run(files, withBoth, environment)).out).toContain('/from-flag\n')
  expect((await run(files, withBoth.slice(0, 3), environment)).out).toContain('/from-env\n')
  expect((await run(files, ['mock'], { PLANT_STORE_CONFIG: 'my.yaml' })).out).toContain('/from-file\n')
})

test.each([
  ['c.yaml', 'mock:\n  prot: 1\n', /^plant-store: c\.yaml:2: mock: expected port, host, .*, got "prot"\n$/],
  [
    'c.yaml',
    'port: 1\n',
    /c\.yaml:1: expected sections among mock, verify, prove, got "port"; did you mean mock\.port\?\n$/,
  ],
  ['c.json', '{"port": 4077}', /c\.json:1: .*got "port"; did you mean mock\.port\?\n$/],
  ['c.yaml', 'checks: {}\n', /expected sections among mock, verify, prove, got "checks"\n$/],
  [
    'c.yaml',
    'mock:\n  adminToken: |s3cret\n',
    /c\.yaml:2: not YAML: Block scalar header includes extra characters\n$/,
  ],
  ['c.yaml', 'mock:\n  adminToken: *s3cret\n', /c\.yaml:2: not usable: an alias/],
  [
    'c.yaml',
    'mock:\n  adminToken: s3cret token\n',
    /c\.yaml:2: mock\.adminToken: expected a token that can be sent/,
  ],
  ['c.yaml', 's3cret\n', /c\.yaml:1: expected the configuration to be a map, got a string/],
  ['c.yaml', 'mock:\n  fault: limit-ignored\n  host: a\n', /expected no --host\n$/],
  ['c.yaml', 'mock:\n  host: a\n  port: x\n', /c\.yaml:3: mock\.port: expected a port .*, got "x"\n$/],
  ['c.json', '{\n "mock": {\n  "port": true } }', /c\.json:3: mock\.port: expected a text.*got a boolean/],
  ['c.yaml', 'mock:\n  tls: "yes"\n', /c\.yaml:2: mock\.tls: expected true or false, got a string/],
  ['c.yaml', 'mock: [1]\n', /c\.yaml:1: expected mock to be a map, got a list/],
  ['c.yaml', 'mock:\n  port: 1\n  port: 2\n', /c\.yaml:3: not YAML: Map keys must be unique/],
  ['c.json', '{\n "mock": { "adminToken": "s3cret",} }', /c\.json:2: not JSON\n$/],
  ['c.ts', 'export default {\n  mock: }', /c\.ts(:2)?: \S/],
  ['c.mjs', 'export const mock = {}', /c\.mjs: expected the configuration as the default export/],
  ['c.mjs', '\n\nthrow new Error("no such day")', /c\.mjs:3: no such day\n$/],
  ['c.mjs', 'import "./other.js"', /c\.mjs(:1)?: Cannot find module/],
  ['c.toml', 'port = 1', /c\.toml: expected a configuration file that ends in \.ts/],
])('%s with %j is one message and exit code 2', async (name, text, message) => {
  const { code, out, err } = await run({ [name]: text }, ['mock', '--config', name])
  expect(err).toMatch(message)
  expect(err).not.toContain('    at ')
  expect(err).not.toContain('s3cret')
  expect({ code, out }).toEqual({ code: 2, out: '' })
})

test('checks needs no configuration, and a server of the corpus says what does not hold for it', async () => {
  const files = { 'plant-store.config.yaml': 'mock:\n  port: 0\n  host: 127.0.0.1\n' }
  expect((await run({ 'plant-store.config.yaml': 'a: 1' }, ['checks', 'limit-honoured'])).code).toBe(0)
  const { code, err } = await run(files, ['mock', '--fault', 'limit-ignored'])
  expect(err).toMatch(/^a server of the corpus ignores mock\.host of the configuration\nlimit-ignored: /)
  expect(code).toBe(0)
})

test('two configuration files, or one that is not there, are one message and exit code 2', async () => {
  const two = await run({ 'plant-store.config.yaml': yaml, 'plant-store.config.ts': '' }, ['mock'])
  expect(two.err).toContain('got plant-store.config.ts and plant-store.config.yaml: remove one')
  const none = await run({}, ['mock', '--config', 'none.yaml'])
  expect(none.err).toBe('plant-store: cannot read none.yaml: ENOENT\n')
  expect([two.code, none.code]).toEqual([2, 2])
})

test('lists, switches and tokens reach verify, and no token is printed', async () => {
  const config = [
    'verify:',
    '  token: s3cret-token',
    '  engine: [probes]',
    "  header: ['X-Tenant: blue', 'X-Region: eu']",
    '  report: [json]',
    '  strict: true',
  ]
  const target = ['verify', 'http://127.0.0.1:9', '--max-requests', '3']
  const { code, out, err } = await run({ 'plant-store.config.yml': config.join('\n') }, target)
  expect(code).toBe(3)
  expect(JSON.parse(out).engines.map(({ name }: { name: string }) => name)).toEqual(['probes'])
  expect(out + err).not.toContain('s3cret-token')
})

const VERIFY_FLAGS = [
  'token',
  'tokenCommand',
  'otherToken',
  'expect',
  'header',
  'resolve',
  'engine',
  'strict',
  'timeout',
  'rate',
  'maxRequests',
  'seed',
  'report',
] as const

test('the type of a configuration has the flags of every command, and no others', async () => {
  const { commands } = await createProgram([], () => {})
  const flags = Object.fromEntries(
    commands.map((command) => [command.name(), command.options.map((option) => option.attributeName())]),
  )
  expect(flags.verify).toEqual([...VERIFY_FLAGS, 'config'])
  expect(flags).toMatchObject({ checks: [], prove: ['engine', 'config'] })
  expectTypeOf<keyof NonNullable<Config['verify']>>().toEqualTypeOf<(typeof VERIFY_FLAGS)[number]>()
  expectTypeOf<keyof NonNullable<Config['mock']>>().toEqualTypeOf<keyof MockFlags>()
  expectTypeOf<Config>().toHaveProperty('prove').exclude<undefined>().toEqualTypeOf<{
    engine?: string | readonly string[]
  }>()
})
