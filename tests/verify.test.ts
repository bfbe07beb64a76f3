import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, onTestFinished, test } from 'vitest'
import { defaultLists } from '../contract-tests/implementations/plants.ts'
import { correctResponse } from '../contract-tests/implementations/response.ts'
import { startImplementation } from '../contract-tests/implementations/startImplementation.ts'
import type { EngineReport, Finding } from '../src/judge/report.ts'
import { plantStore, runProcess, startFaulty, startReferenceMock } from './commandLine.testing.ts'

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
  const { code, stdout } = await plantStore(args)
  expect(stdout).toContain('the token had expired, and a new one was fetched')
  expect(code).toBe(0)
})

test('with --resolve, every engine judges a host that has no address', async () => {
  const { baseUrl, token } = await startFaulty('public-without-tls')
  const resolve = `${new URL(baseUrl).host}:127.0.0.1`
  expect(resolve).toMatch(/^plants\.example\.com:\d+:/)
  const { code, stdout } = await plantStore(`verify ${baseUrl} --token ${token} --report json`, {
    PLANT_STORE_RESOLVE: resolve,
  })
  expect(code).toBe(0)
  const { verdict, engines, findings } = JSON.parse(stdout)
  expect(verdict).toBe('conformant')
  expect(engines.map(({ status }: EngineReport) => status)).toEqual(['completed', 'completed', 'completed'])
  const finding = findings.find(({ check }: Finding) => check === 'tls-used')
  expect(finding.verdict).toBe('warn')
})

test('a monitor sends at most 20 requests, and says what it does not test', async () => {
  const url = await startReferenceMock()
  const args = ['verify', url, '--token', 'token-alice', '--other-token', 'token-bob', '--plan', 'monitor']
  const { code, stdout } = await plantStore([...args, '--report', 'json'])
  const { requests, options, engines, findings, reasons } = JSON.parse(stdout)
  expect([code, reasons, options.plan]).toEqual([0, [], 'monitor'])
  expect(requests).toBeLessThanOrEqual(20)
  expect(engines.map(({ name }: { name: string }) => name)).toEqual(['probes'])
  const notes = findings.flatMap(({ note }: { note?: string }) => note ?? [])
  expect(notes).toContain('needs --plan full')
  expect(findings.find(({ id }: { id: string }) => id === 'limit-honoured').verdict).toBe('pass')
})

test('a violation that a monitor sees can be replayed, and Prism does not run', async () => {
  const { baseUrl, token } = await startFaulty('limit-ignored')
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-monitor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  const args = ['verify', baseUrl, '--token', token, '--plan', 'monitor', '--report', `json=${file}`]
  expect(await plantStore(args)).toMatchObject({ code: 1 })
  expect(
    await plantStore(['replay', file, 'limit-honoured', '--token', token, '--base-url', baseUrl]),
  ).toMatchObject({ code: 1 })
})
