import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Report } from '../../src/judge/report.ts'
import { findFreePort, plantStore } from '../commandLine.testing.ts'

const { resolve } = createRequire(import.meta.url)

test('json-server ignores limit and needs no token', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-'))
  const plants = ['Aloe vera', 'Ginkgo biloba', 'Hedera helix'].map((name, id) => ({ id, name }))
  writeFileSync(join(folder, 'db.json'), JSON.stringify({ plants }))
  const program = resolve('json-server/lib/cli/bin.js')
  const port = await findFreePort()
  const child = spawn(process.execPath, [program, '--port', String(port), join(folder, 'db.json')], {
    stdio: 'ignore',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  const isReady = async (): Promise<boolean> => {
    const response = await fetch(url).catch(() => undefined)
    return response?.ok === true
  }
  await expect.poll(isReady, { timeout: 15_000 }).toBe(true)
  expect(await findFailedChecks(url)).toEqual(['limit-honoured', 'auth-token-needed'])
})

/** Runs the kit's own checks, and returns the ones that fail. */
async function findFailedChecks(url: string): Promise<string[]> {
  const { code, stdout } = await plantStore(`verify ${url} --token any --engine probes --report json`)
  expect(code).toBe(1)
  const { findings }: Report = JSON.parse(stdout)
  return findings.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check)
}
