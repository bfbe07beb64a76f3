import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../commandLine.testing.ts'
import { findFailedChecks } from '../findFailedChecks.testing.ts'

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
