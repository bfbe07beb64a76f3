import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { XMLParser } from 'fast-xml-parser'
import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../src/mock/startMock.ts'
import { faulty, mock, plantStore } from './commandLine.testing.ts'

test('the reference is conformant by all three engines', { timeout: 60_000 }, async () => {
  const { code, stdout } = await plantStore([
    'verify',
    await mock(),
    '--token',
    'token-alice',
    '--report',
    'json',
  ])
  const report = JSON.parse(stdout)
  expect(report.reasons).toEqual([])
  expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 })
  expect(code).toBe(0)
  expect(report.engines.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
    ['probes', 'completed'],
    ['prism', 'completed'],
    ['dredd', 'completed'],
  ])
  const name = report.findings.find(({ check }: { check: string }) => check === 'plant-name-string')
  expect(name.engines).toEqual(['probes', 'prism', 'dredd'])
  const schema = JSON.parse(readFileSync('spec/report.schema.json', 'utf8'))
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
  expect(validate(report) ? [] : validate.errors).toEqual([])
})

test('a broken limit is told to a backend developer in words that can be acted on', async () => {
  const { baseUrl, token } = await faulty('limit-ignored')
  const { code, stdout } = await plantStore(['verify', baseUrl, '--engine', 'probes'], {
    PLANT_STORE_TOKEN: token,
  })
  expect(code).toBe(1)
  expect(stdout).toContain('VIOLATIONS')
  expect(stdout).toContain('?limit=1 returns 20 plants')
  expect(stdout).toContain('at most 1 elements')
  expect(stdout).toContain('$PLANT_STORE_TOKEN')
  expect(stdout).not.toContain(token)
})

test('a base path is kept, with a slash at its end or not', async () => {
  const { url, close } = await startMock({ port: 0, basePath: '/v1' })
  onTestFinished(close)
  for (const base of [url, `${url}/`]) {
    const { code, stdout } = await plantStore([
      'verify',
      base,
      '--token',
      'token-alice',
      '--engine',
      'probes',
    ])
    expect(stdout).toContain('CONFORMANT')
    expect(code).toBe(0)
  }
})

test('every engine sees a name that is a number', { timeout: 60_000 }, async () => {
  const { baseUrl, token } = await faulty('name-number')
  const { code, stdout } = await plantStore(['verify', baseUrl, '--token', token, '--report', 'json'])
  expect(code).toBe(1)
  const finding = JSON.parse(stdout).findings.find(
    ({ check }: { check: string }) => check === 'plant-name-string',
  )
  expect(finding.verdict).toBe('fail')
  expect(finding.engines).toEqual(['probes', 'prism', 'dredd'])
})

test('reports go to the files that are named, and the verdict to standard output', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-'))
  const junit = join(folder, 'report.xml')
  const json = join(folder, 'report.json')
  const { code, stdout } = await plantStore([
    ...['verify', await mock(), '--token', 'token-alice', '--engine', 'probes'],
    ...['--report', 'terminal', '--report', `junit=${junit}`, '--report', `json=${json}`],
  ])
  expect(code).toBe(0)
  expect(stdout).toContain('CONFORMANT')
  const { findings } = JSON.parse(readFileSync(json, 'utf8'))
  const suites = new XMLParser({ ignoreAttributes: false }).parse(readFileSync(junit, 'utf8'))
  const names = [suites.testsuites.testsuite]
    .flat()
    .flatMap((suite: { testcase: { '@_name': string }[] }) => suite.testcase.map((each) => each['@_name']))
  for (const { check } of findings) expect(names).toContain(check)
})

test.for([
  ['no URL', ['verify'], 'base-url'],
  ['no such flag', ['verify', 'http://127.0.0.1:1', '--tokn', 'x'], '--tokn'],
  ['no such reporter', ['verify', 'http://127.0.0.1:1', '--report', 'pdf'], 'terminal, json, junit'],
  [
    'a file that cannot be written',
    ['verify', 'http://127.0.0.1:1', '--report', 'json=/nowhere/at/all.json'],
    '/nowhere/at/all.json',
  ],
  ['no such engine', ['verify', 'http://127.0.0.1:1', '--engine', 'postman'], 'probes, prism, dredd'],
  ['a URL without a scheme', ['verify', '127.0.0.1:1'], 'http://127.0.0.1:4010'],
  ['a URL with a password', ['verify', 'http://me:secret@127.0.0.1:1'], 'without user name or password'],
  [
    'a host that is nowhere',
    ['verify', 'http://plants.example.com', '--resolve', 'plants.example.com:80'],
    'host:port:address',
  ],
  ['a token command that fails', ['verify', 'http://127.0.0.1:1', '--token-command', 'exit 7'], '7'],
] as const)('wrong usage ends with 2 and one message: %s', async ([, args, told]) => {
  const { code, stdout, stderr } = await plantStore(args)
  expect(code).toBe(2)
  expect(stderr).toContain(told)
  expect(stderr).not.toMatch(/\n\s+at |secret/)
  expect(stdout).toBe('')
})

test('a token that is refused leaves the run incomplete, with what to do', async () => {
  const { code, stdout } = await plantStore([
    'verify',
    await mock(),
    '--token',
    'not-a-token',
    '--engine',
    'probes',
  ])
  expect(code).toBe(3)
  expect(stdout).toContain('The token was refused')
})

test('a user without plants leaves the run incomplete, and the report says to seed two', async () => {
  const { code, stdout } = await plantStore([
    'verify',
    await mock(),
    '--token',
    'token-empty',
    '--engine',
    'probes',
  ])
  expect(code).toBe(3)
  expect(stdout).toMatch(/seed\s+two/)
})

test('a host without an address is judged where --resolve says, by the probes alone', async () => {
  const { baseUrl, token } = await faulty('public-without-tls')
  const resolve = `${new URL(baseUrl).host}:127.0.0.1`
  expect(resolve).toMatch(/^plants\.example\.com:\d+:/)
  const args = ['verify', baseUrl, '--token', token, '--report', 'json']
  const { code, stdout } = await plantStore(args, { PLANT_STORE_RESOLVE: resolve })
  expect(code).toBe(0)
  const { verdict, engines, findings } = JSON.parse(stdout)
  expect(verdict).toBe('conformant')
  expect(engines.map(({ status }: { status: string }) => status)).toEqual(['completed', 'skipped', 'skipped'])
  expect(engines[1].detail).toContain('--resolve')
  const finding = findings.find(({ check }: { check: string }) => check === 'tls-used')
  expect(finding.verdict).toBe('warn')
  expect(finding.evidence[0].curl).toContain(`--resolve '${resolve}'`)
})

test('only the engines that are asked for judge, beside the probes', { timeout: 60_000 }, async () => {
  const args = ['verify', await mock(), '--token', 'token-alice', '--engine', 'dredd', '--report', 'json']
  const { code, stdout } = await plantStore(args)
  expect(code).toBe(0)
  expect(JSON.parse(stdout).engines.map(({ name }: { name: string }) => name)).toEqual(['probes', 'dredd'])
})
