import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { plantStore, startFaulty, startReferenceMock } from './commandLine.testing.ts'

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
