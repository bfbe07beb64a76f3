import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { XMLParser } from 'fast-xml-parser'
import { expect, onTestFinished, test } from 'vitest'
import { defaultLists } from '../contract-tests/implementations/plants.ts'
import { correctResponse } from '../contract-tests/implementations/response.ts'
import { startImplementation } from '../contract-tests/implementations/startImplementation.ts'
import type { EngineReport, Finding } from '../src/judge/report.ts'
import { startMock } from '../src/mock/startMock.ts'
import { runProcess, startFaulty, startReferenceMock } from './commandLine.testing.ts'

test('all three engines find the reference conformant', async () => {
  const url = await startReferenceMock()
  const { code, stdout } = await runProcess(`verify ${url} --token token-alice --report json`)
  const report = JSON.parse(stdout)
  expect(report.reasons).toEqual([])
  expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 })
  expect(code).toBe(0)
  expect(report.engines.map(({ name, status }: EngineReport) => [name, status])).toEqual([
    ['probes', 'completed'],
    ['prism', 'completed'],
    ['dredd', 'completed'],
  ])
  const name = report.findings.find(({ check }: Finding) => check === 'plant-name-string')
  expect(name.engines).toEqual(['probes', 'prism', 'dredd'])
  const schema = JSON.parse(readFileSync('spec/report.schema.json', 'utf8'))
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
  expect(validate(report) ? [] : validate.errors).toEqual([])
})

test('--token-command is called again when its token expires during the run', async () => {
  const { baseUrl, token, close } = await startImplementation({
    respond: (request, correct) => {
      const isRenewed = /^bearer +second-token$/i.test(request.headers.authorization ?? '')
      const isExpired = request.user === 'first' && request.requestsBefore > 40
      if (!isRenewed && !isExpired) return correct
      return correctResponse({ ...request, user: isRenewed ? 'first' : undefined }, defaultLists)
    },
  })
  onTestFinished(close)
  const file = join(mkdtempSync(join(tmpdir(), 'plant-store-token-')), 'called')
  const command = `test -e ${file} && echo second-token || { touch ${file}; echo ${token}; }`
  const args = ['verify', baseUrl, '--engine', 'probes', '--token-command', command]
  const { code, stdout } = await runProcess(args, {})
  expect(stdout).toContain('the token had expired, and a new one was fetched')
  expect(code).toBe(0)
})

test('the report about a broken limit says what to fix, and masks the token', async () => {
  const { baseUrl, token } = await startFaulty('limit-ignored')
  const { code, stdout } = await runProcess(`verify ${baseUrl} --engine probes`, { PLANT_STORE_TOKEN: token })
  expect(code).toBe(1)
  expect(stdout).toContain('requirement broken')
  expect(stdout).toMatch(/\?limit=\d+ returns 20 plants/)
  expect(stdout).toMatch(/at most \d+ element/)
  expect(stdout).toContain('$PLANT_STORE_TOKEN')
  expect(stdout).not.toContain(token)
})

test('keeps the path of the base URL, with or without a trailing slash', async () => {
  const { url, close } = await startMock({ port: 0, basePath: '/v1' })
  onTestFinished(close)
  for (const baseUrl of [url, `${url}/`]) {
    const { code, stdout } = await runProcess(`verify ${baseUrl} --token token-alice --engine probes`)
    expect(stdout).toContain('✓ conformant')
    expect(code).toBe(0)
  }
})

test('all three engines report a name that is a number', async () => {
  const { baseUrl, token } = await startFaulty('name-number')
  const { code, stdout } = await runProcess(`verify ${baseUrl} --token ${token} --report json`)
  expect(code).toBe(1)
  const finding = JSON.parse(stdout).findings.find(({ check }: Finding) => check === 'plant-name-string')
  expect(finding.verdict).toBe('fail')
  expect(finding.engines).toEqual(['probes', 'prism', 'dredd'])
})

test('writes reports to the named files, and the verdict to standard output', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-'))
  const junit = join(folder, 'report.xml')
  const json = join(folder, 'report.json')
  const url = await startReferenceMock()
  const { code, stdout } = await runProcess(
    `verify ${url} --token token-alice --engine probes --report terminal --report junit=${junit} --report json=${json}`,
  )
  expect(code).toBe(0)
  expect(stdout).toContain('✓ conformant')
  const { findings } = JSON.parse(readFileSync(json, 'utf8'))
  const suites = new XMLParser({ ignoreAttributes: false }).parse(readFileSync(junit, 'utf8'))
  const names = [suites.testsuites.testsuite]
    .flat()
    .flatMap((suite: { testcase: { '@_name': string }[] }) => suite.testcase.map((each) => each['@_name']))
  for (const { check } of findings) expect(names).toContain(check)
})

// src/cli/program.test.ts has the other usage errors, without processes.
test.for([
  ['no base URL', ['verify'], 'base-url'],
  [
    'a report that cannot be written',
    ['verify', 'http://127.0.0.1:1', '--report', 'json=package.json/report.json'],
    'cannot write the json report to package.json/report.json: a part of its path is a file',
  ],
  [
    'a token command that fails',
    ['verify', 'http://127.0.0.1:1', '--token-command', 'exit 7'],
    '--token-command ended with exit code 7',
  ],
] as const)('%s is one message and exit code 2', async ([, args, message]) => {
  const { code, stdout, stderr } = await runProcess(args)
  expect(code).toBe(2)
  expect(stderr).toContain(message)
  expect(stderr).not.toMatch(/\n\s+at /)
  expect(stdout).toBe('')
})

test('a rejected token leaves the run incomplete, and the report says so', async () => {
  const url = await startReferenceMock()
  const { code, stdout } = await runProcess(`verify ${url} --token not-a-token --engine probes`)
  expect(code).toBe(3)
  expect(stdout).toContain('The server refused the token')
})

test('a user without plants leaves the run incomplete, and the report says to add two', async () => {
  const url = await startReferenceMock()
  const { code, stdout } = await runProcess(`verify ${url} --token token-empty --engine probes`)
  expect(code).toBe(3)
  expect(stdout).toMatch(/at\s+least\s+two\s+plants/)
})

test('with --resolve, every engine judges a host that has no address', async () => {
  const { baseUrl, token } = await startFaulty('public-without-tls')
  const resolve = `${new URL(baseUrl).host}:127.0.0.1`
  expect(resolve).toMatch(/^plants\.example\.com:\d+:/)
  const { code, stdout } = await runProcess(`verify ${baseUrl} --token ${token} --report json`, {
    PLANT_STORE_RESOLVE: resolve,
  })
  expect(code).toBe(0)
  const { verdict, engines, findings } = JSON.parse(stdout)
  expect(verdict).toBe('conformant')
  expect(engines.map(({ status }: EngineReport) => status)).toEqual(['completed', 'completed', 'completed'])
  const finding = findings.find(({ check }: Finding) => check === 'tls-used')
  expect(finding.verdict).toBe('warn')
  const [curl] = findings
    .flatMap(({ evidence }: Finding) => evidence.map((each) => each.curl))
    .filter(Boolean)
  expect(curl).toContain(`--resolve '${resolve}'`)
})

test('runs only the requested engines, and always the probes', async () => {
  const url = await startReferenceMock()
  const { code, stdout } = await runProcess(`verify ${url} --token token-alice --engine dredd --report json`)
  expect(code).toBe(0)
  expect(JSON.parse(stdout).engines.map(({ name }: EngineReport) => name)).toEqual(['probes', 'dredd'])
})

test('--rate auto finds the pace of a server that throttles, and says which', {
  timeout: 60_000,
}, async () => {
  const WINDOW = { requests: 40, ms: 1_000 }
  let throttled = 0
  const { baseUrl, token, close } = await startImplementation({
    respond: (_request, correct, memory) => {
      const now = performance.now()
      const isNew = now > (memory.windowEnd ?? 0)
      if (isNew) memory.windowEnd = now + WINDOW.ms
      memory.requests = isNew ? 1 : (memory.requests ?? 0) + 1
      if (memory.requests <= WINDOW.requests) return correct
      throttled += 1
      return { ...correct, status: 429, fields: [['Retry-After', '1']] }
    },
  })
  onTestFinished(close)
  const args = `verify ${baseUrl} --token ${token} --engine probes --rate auto --report json`
  const { code, stdout, stderr } = await runProcess(args)
  expect(JSON.parse(stdout).reasons).toEqual([])
  expect(code).toBe(0)
  expect(stderr).toMatch(/the server throttles requests: continuing with \d+\.\d requests per second\n/)
  expect(throttled).toBeGreaterThan(0)
  expect(throttled).toBeLessThan(30)
})
