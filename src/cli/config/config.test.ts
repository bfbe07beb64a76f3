import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { PROGRAM } from '../../../tests/commandLine.testing.ts'
import { type Config, defineConfig } from './config.ts'
import { findConfig } from './readConfig.ts'

function createFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** Runs the command line in a folder with these files, until it is ready or ends. */
async function run(files: Record<string, string>, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: createFolder(files),
    env: { ...process.env, ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  let err = ''
  child.stdout.on('data', (data) => {
    out += data
    if (out.includes('mock listening on')) child.kill()
  })
  child.stderr.on('data', (data) => {
    err += data
  })
  const [code] = await once(child, 'close')
  return { code, out, err }
}

test.each([
  [
    'plant-store.config.ts',
    "const basePath: string = '/from-file'\nexport default { mock: { port: 0, basePath } }",
  ],
  ['plant-store.config.js', "module.exports = { mock: { port: 0, basePath: '/from-file' } }"],
])('finds and applies %s', async (name, text) => {
  const { code, out, err } = await run({ [name]: text }, ['mock', '--log', 'silent'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/:\d+\/from-file\n$/)
})

test('in a CommonJS package, a module that ends in .ts is refused with a new name, under which it works', async () => {
  const manifest = { 'package.json': '{ "type": "commonjs" }' }
  const text = 'export default { mock: { port: 0 } }'
  const { code, err } = await run({ ...manifest, 'plant-store.config.ts': text }, ['mock'])
  expect({ code, err }).toEqual({
    code: 2,
    err: 'plant-store: plant-store.config.ts: package.json has "type": "commonjs", so Node.js takes this file for CommonJS, but it uses import or export; rename it to plant-store.config.mts\n',
  })
  const renamed = await run({ ...manifest, 'plant-store.config.mts': text }, ['mock', '--log', 'silent'])
  expect(renamed).toMatchObject({ code: 0, err: '' })
  const old = { ...manifest, 'plant-store.config.js': 'module.exports = { mock: { port: 0 } }' }
  expect(await run(old, ['mock', '--log', 'silent'])).toMatchObject({ code: 0, err: '' })
})

test('an environment variable wins over the file, and may name the file', async () => {
  const environment = { PLANT_STORE_CONFIG: 'my.yaml', PLANT_STORE_PORT: '0' }
  const { out } = await run(
    { 'my.yaml': 'mock:\n  port: x1\n  basePath: /from-file\n' },
    ['mock'],
    environment,
  )
  expect(out).toContain('/from-file\n')
})

test.each([
  ['c.ts', 'export default {\n  mock: }', /^plant-store: c\.ts(:2)?: \S/],
  ['c.mjs', 'export const mock = {}', /c\.mjs: expected the configuration as the default export/],
  ['c.mjs', '\n\nthrow new Error("no such day")', /c\.mjs:3: no such day\n$/],
  ['c.mjs', 'import "./other.js"', /c\.mjs(:1)?: Cannot find module/],
])('a mistake in %s, %j, is one message and exit code 2', async (name, text, message) => {
  const { code, out, err } = await run({ [name]: text }, ['mock', '--config', name])
  expect(err).toMatch(message)
  expect(err).not.toContain('    at ')
  expect({ code, out }).toEqual({ code: 2, out: '' })
})

test('checks reads no configuration', async () => {
  const { code } = await run({ 'plant-store.config.yaml': 'a: 1' }, ['checks', 'limit-honoured'])
  expect(code).toBe(0)
})

test('--fault says which settings of the configuration its server ignores', async () => {
  const files = { 'plant-store.config.yaml': 'mock:\n  port: 0\n  host: 127.0.0.1\n' }
  const { code, err } = await run(files, ['mock', '--fault', 'limit-ignored'])
  expect(err).toMatch(/^the server of --fault ignores mock\.host of the configuration file\nlimit-ignored: /)
  expect(code).toBe(0)
})

test('verify applies a token of the configuration, and never prints it', async () => {
  const config = 'verify:\n  token: s3cret-token\n  engine: [probes]\n  report: [json]\n'
  const target = ['verify', 'http://127.0.0.1:9', '--max-requests', '3']
  const { code, out, err } = await run({ 'plant-store.config.yml': config }, target)
  expect(code).toBe(3)
  expect(JSON.parse(out).engines.map(({ name }: { name: string }) => name)).toEqual(['probes'])
  expect(out + err).not.toContain('s3cret-token')
})

test('a folder has one configuration file, or none', () => {
  expect(findConfig(createFolder({ 'plant-store.config.yml': '' }))).toBe('plant-store.config.yml')
  expect(findConfig(createFolder({ 'package.json': '{}' }))).toBeUndefined()
  const two = createFolder({ 'plant-store.config.yaml': '', 'plant-store.config.ts': '' })
  expect(() => findConfig(two)).toThrow(
    'got plant-store.config.ts and plant-store.config.yaml: remove one of them',
  )
})

test('a configuration has the keys and types of the flags', () => {
  expectTypeOf<Required<NonNullable<Config['mock']>>>().toEqualTypeOf<{
    port: number
    host: string
    basePath: string
    contract: string
    fixtures: string
    upstream: string
    mockWhen: string | readonly string[]
    record: string
    scenario: string
    delay: number | string
    cors: string | readonly string[]
    tls: boolean
    cert: string
    key: string
    log: 'pretty' | 'json' | 'silent'
    open: boolean
    watch: boolean
    adminToken: string
    fault: string
    variation: string
  }>()
  expectTypeOf<Required<NonNullable<Config['verify']>>>().toEqualTypeOf<{
    token: string
    tokenCommand: string
    otherToken: string | readonly string[]
    expect: string
    header: string | readonly string[]
    resolve: string | readonly string[]
    proxy: string
    unixSocket: string
    cacert: string
    cert: string
    key: string
    insecure: boolean
    start: string
    startCwd: string
    startLog: string
    waitTimeout: number
    watch: boolean
    targets: string
    concurrency: number
    shard: string
    name: string
    baseline: string
    baselineUpdate: boolean
    baselineAccept: string | readonly string[]
    contract: string
    engine: string | readonly string[]
    plan: 'full' | 'monitor'
    strict: boolean
    timeout: number
    rate: number | string
    maxRequests: number
    maxTime: number
    seed: number
    report: string | readonly string[]
    verbose: boolean
    contractPath: string
  }>()
  expectTypeOf<Required<NonNullable<Config['prove']>>>().toEqualTypeOf<{
    engine: string | readonly string[]
    plan: 'full' | 'monitor'
  }>()
  const config = { mock: { cors: ['http://localhost:5173'] }, verify: { report: ['terminal'] } } as const
  expect(defineConfig(config)).toBe(config)
})
