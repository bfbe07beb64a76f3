import { expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'
import { plantStore, startPlantStore } from '../../tests/commandLine.testing.ts'
import { createFile, createFolder } from '../../tests/folder.testing.ts'
import { UsageError } from './errors.ts'
import type { Config } from './flags.ts'
import { readCommandLine } from './program.ts'

test('finds and applies plant-store.config.ts', async () => {
  const text = "const basePath: string = '/from-file'\nexport default { mock: { port: 0, basePath } }"
  const folder = createFolder({ 'plant-store.config.ts': text })
  const shell = `cd '${folder}'; exec "$0" "$@"`
  const { child, ended } = startPlantStore(['mock', '--log', 'silent'], { shell })
  child.stdout.once('data', () => child.kill())
  const { code, stdout, stderr } = await ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/:\d+\/from-file\n$/)
})

/** Reads the flags of a command from a configuration file that has this text. */
async function configure(
  command: 'mock' | 'verify' | 'replay',
  name: string,
  text: string,
  args: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const file = createFile(name, text)
  const asked = await readCommandLine([command, ...args, '--config', file])
  return typeof asked === 'string' ? {} : asked.flags
}

test('applies lists, switches, numbers, and strings with commas', async () => {
  const verify = {
    engine: ['probes'],
    header: ['X-Tenant: blue', 'X-Region: eu'],
    report: ['json', 'junit=report.xml'],
    strict: true,
    rate: 2.5,
  }
  expect(await configure('verify', 'c.json', JSON.stringify({ verify }))).toMatchObject({
    ...verify,
    header: [
      ['X-Tenant', 'blue'],
      ['X-Region', 'eu'],
    ],
    report: [{ format: 'json' }, { format: 'junit', file: 'report.xml' }],
  })
  const text = 'mock:\n  cors: http://a.example,http://b.example\n  noWatch: false\n  delay: 300\n'
  const mock = { cors: ['http://a.example', 'http://b.example'], noWatch: false, delay: 300 }
  expect(await configure('mock', 'c.yaml', text)).toMatchObject(mock)
})

test.each(['', 'mock:\n', 'mock:\n  # port: 1\n'])('accepts %j, which sets nothing', async (text) => {
  expect(await configure('mock', 'c.yaml', text)).toMatchObject({ port: 4010 })
})

test('a flag and a variable override the configuration, and a file that another command needs may be absent', async () => {
  const text = 'mock:\n  basePath: /from-file\n  port: 7\nverify:\n  targets: absent.yaml\n  rate: 5\n'
  const options = await configure('mock', 'c.yaml', text, ['--base-path', '/from-flag'])
  expect(options).toMatchObject({ basePath: '/from-flag', port: 7 })
  vi.stubEnv('PLANT_STORE_PORT', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await configure('mock', 'c.yaml', text)).toMatchObject({ basePath: '/from-file', port: 0 })
  expect(await configure('replay', 'c.yaml', text, ['report.json', 'finding'])).toMatchObject({ rate: 5 })
})

test.each([
  ['c.yaml', 'mock:\n  prot: 1\n', /c\.yaml:2: mock: unknown name "prot"; did you mean port\?$/],
  ['c.yaml', 'port: 1\n', /c\.yaml:1: unknown name "port"; expected mock or verify$/],
  [
    'c.yaml',
    'mock:\n  adminToken: |s3cret\n',
    /c\.yaml:2: not YAML or JSON: an unexpected character; .* \(column \d+\)$/,
  ],
  ['c.yaml', 'mock:\n  adminToken: *s3cret\n', /c\.yaml: an alias/],
  ['c.yaml', 's3cret\n', /c\.yaml:1: expected the configuration to be a map, got a string/],
  ['c.yaml', 'mock:\n  host: a\n  port: x\n', /c\.yaml:3: mock\.port: expected a whole number .*, got "x"$/],
  ['c.yaml', 'mock: [1]\n', /c\.yaml:1: mock: expected a map .*, got a list/],
  // A comparison of every key with every other key could take minutes.
  ['k.yaml', Array.from({ length: 5e4 }, (_, at) => `k${at}: 1\n`).join(''), /k\.yaml:1: unknown name "k0"/],
  [
    'c.toml',
    'port = 1',
    /c\.toml: expected a name such as plant-store\.config\.yaml, or with another ending/,
  ],
  ['c.ts', 'export default {\n  mock: }', /c\.ts: .*; to see the line, run node \S+c\.ts$/],
  ['c.mjs', 'export const mock = {}', /c\.mjs: expected a default export: export default \{ … \}$/],
  ['c.mjs', '\n\nthrow new Error("no day")', /c\.mjs: no day; to see the line, run node \S+c\.mjs$/],
])('rejects $0 with $2, and quotes no token', async (name, text, message) => {
  const configured = configure('mock', name, text)
  await expect(configured).rejects.toThrow(UsageError)
  await expect(configured).rejects.toThrow(message)
  await expect(configured).rejects.not.toThrow('s3cret')
})

test.each([
  [
    'mock',
    'mock:\n  scenario: emtpy\n',
    /^mock\.scenario \(\S+c\.yaml:2\): got "emtpy"; did you mean empty\?/,
  ],
  ['mock', 'mock:\n  fixtures: absent\n', /^\S+c\.yaml:2: mock\.fixtures: cannot read absent: no such file/],
  ['mock', 'mock:\n  cors: { a: 1 }\n', /:2: mock\.cors: expected <origins> \(origins .*\), got an object/],
  ['verify', 'verify:\n  baseUrl: http://a\n', /:2: verify\.baseUrl: the file cannot set the base URL; pass/],
] as const)('a usage error of %s names the key in %j and its line', async (command, text, message) => {
  const args = [command, ...(command === 'verify' ? ['http://127.0.0.1:1'] : ['--port', '0'])]
  const { code, stderr } = await plantStore([...args, '--config', createFile('c.yaml', text)])
  expect(stderr.replace('plant-store-kit: ', '')).toMatch(message)
  expect(code).toBe(2)
})

test.each([
  [
    'plant-store.config.yml',
    'mock:\n  port: x\n',
    /^plant-store\.config\.yml:2: mock\.port: expected a whole/,
  ],
  [
    'plant-store.config.ts',
    'export default {}',
    /^plant-store\.config\.ts: Unexpected token 'export'; Node\.js reads this file as CommonJS; change the ending/,
  ],
  [
    'plant-store.config.json',
    '{}',
    /^expected one file such as plant-store\.config\.yaml, got plant-store\.config\.json and plant/,
  ],
  [
    'plant-store-kit.config.yaml',
    '{}',
    /^expected one file such as .*, got plant-store-kit\.config\.yaml; rename/,
  ],
])('finds %s with the text %j, and says what is wrong', async (name, text, message) => {
  const type = name.endsWith('.ts') ? 'commonjs' : 'module'
  const others = name.endsWith('json') ? { 'plant-store.config.mjs': '' } : {}
  const folder = createFolder({ ...others, [name]: text, 'package.json': `{ "type": "${type}" }` })
  const { code, stderr } = await startPlantStore(['mock'], { shell: `cd '${folder}'; exec "$0" "$@"` }).ended
  expect(stderr.replace(/^(.|\n)*plant-store-kit: /, '')).toMatch(message)
  expect(code).toBe(2)
})

test('the type of a configuration accepts the flags, and rejects unknown keys and wrong values', () => {
  expectTypeOf({
    mock: { port: 4077, cors: ['http://localhost:5173'], delay: 300, log: 'json', noWatch: true },
    verify: { report: ['terminal'], rate: 2.5, plan: 'monitor', strict: true, contractPath: 'api.yaml' },
  } as const).toExtend<Config>()
  expectTypeOf<{ prot: number }>().not.toExtend<Config['mock']>()
  expectTypeOf<{ report: number }>().not.toExtend<Config['verify']>()
  expectTypeOf<{ plan: 'none' }>().not.toExtend<Config['verify']>()
})
