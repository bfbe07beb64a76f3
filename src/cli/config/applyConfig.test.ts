import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, onTestFinished, test } from 'vitest'
import { mockCommand } from '../commands/mock.ts'
import { verifyCommand } from '../commands/verify.ts'
import { UsageError } from '../errors.ts'
import { applyConfig } from './applyConfig.ts'
import { readConfig } from './readConfig.ts'

const mock = () => mockCommand(() => {})
const verify = () => verifyCommand(() => {})

/** Applies a configuration file with this text to a command. */
async function configure(command: Command, name: string, text: string): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), text)
  applyConfig(command, ['mock', 'verify', 'prove'], await readConfig(join(folder, name)))
  return command.opts()
}

test.each([
  ['c.yaml', 'mock:\n  port: 0\n  basePath: /from-file\n'],
  ['c.json', '{\n\t"mock": { "port": 0, "basePath": "/from-file" }\n}'],
])('applies %s', async (name, text) => {
  expect(await configure(mock(), name, text)).toMatchObject({ port: 0, basePath: '/from-file' })
})

test('applies lists, switches and numbers', async () => {
  const lines = [
    'verify:',
    '  engine: [probes]',
    "  header: ['X-Tenant: blue', 'X-Region: eu']",
    '  report: [json, junit=report.xml]',
    '  strict: true',
    '  rate: 2.5',
  ]
  expect(await configure(verify(), 'c.yaml', lines.join('\n'))).toMatchObject({
    engine: ['probes'],
    header: [
      ['X-Tenant', 'blue'],
      ['X-Region', 'eu'],
    ],
    report: [{ format: 'json' }, { format: 'junit', file: 'report.xml' }],
    strict: true,
    rate: 2.5,
  })
})

test('accepts a list with commas in one text, and a switch that is off', async () => {
  const text = 'mock:\n  cors: http://a.example,http://b.example\n  watch: false\n  delay: 300\n'
  expect(await configure(mock(), 'c.yaml', text)).toMatchObject({
    cors: ['http://a.example', 'http://b.example'],
    watch: false,
    delay: '300',
  })
})

test.each(['', 'mock:\n', 'mock:\n  # port: 1\n'])('accepts %j, which sets nothing', async (text) => {
  expect(await configure(mock(), 'c.yaml', text)).toEqual(mock().opts())
})

test('keeps the value of a flag', async () => {
  const command = mock()
  command.parseOptions(['--base-path', '/from-flag'])
  const options = await configure(command, 'c.yaml', 'mock:\n  basePath: /from-file\n  port: 7\n')
  expect(options).toMatchObject({ basePath: '/from-flag', port: 7 })
})

test.each([
  ['c.yaml', 'mock:\n  prot: 1\n', /c\.yaml:2: mock\.prot: unknown key "prot"; did you mean port\?$/],
  [
    'c.yaml',
    'port: 1\n',
    /c\.yaml:1: port: unknown section "port"; expected mock, verify or prove; did you mean mock\.port\?$/,
  ],
  ['c.yaml', 'mock:\n  xyz: 1\n', /mock\.xyz: unknown key "xyz"; expected port, host, .* or variation$/],
  ['c.json', '{"port": 4077}', /c\.json:1: .*"port".*; did you mean mock\.port\?$/],
  ['c.yaml', 'checks: {}\n', /unknown section "checks"; expected mock, verify or prove$/],
  [
    'c.yaml',
    'mock:\n  adminToken: |s3cret\n',
    /c\.yaml:2: not YAML: Block scalar header includes extra characters$/,
  ],
  ['c.yaml', 'mock:\n  adminToken: *s3cret\n', /c\.yaml:2: an alias/],
  [
    'c.yaml',
    'mock:\n  adminToken: s3cret token\n',
    /c\.yaml:2: mock\.adminToken: expected a valid bearer token/,
  ],
  ['c.yaml', 's3cret\n', /c\.yaml:1: expected the configuration to be a map, got a string/],
  ['c.yaml', 'mock:\n  host: a\n  port: x\n', /c\.yaml:3: mock\.port: expected a port .*, got "x"$/],
  ['c.json', '{\n "mock": {\n  "port": true } }', /c\.json:3: mock\.port: expected a string.*got a boolean/],
  ['c.yaml', 'mock:\n  tls: "yes"\n', /c\.yaml:2: mock\.tls: expected true or false, got a string/],
  ['c.yaml', 'mock:\n  log: loud\n', /c\.yaml:2: mock\.log: expected pretty, json or silent, got "loud"/],
  ['c.yaml', 'mock: [1]\n', /c\.yaml:1: mock: expected a map, got a list/],
  ['c.yaml', 'mock:\n  port: 1\n  port: 2\n', /c\.yaml:3: not YAML: Map keys must be unique/],
  ['c.json', '{\n "mock": { "adminToken": "s3cret",} }', /c\.json:2: not JSON$/],
  ['c.toml', 'port = 1', /c\.toml: expected a configuration file that ends in \.ts/],
])('rejects %s with %j, and quotes no token', async (name, text, message) => {
  const configured = configure(mock(), name, text)
  await expect(configured).rejects.toThrow(UsageError)
  await expect(configured).rejects.toThrow(message)
  await expect(configured).rejects.not.toThrow('s3cret')
})
