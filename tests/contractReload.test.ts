import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 40_000 })

/** Starts a mock in a copy of the project, whose contract the test can edit. */
async function startCopy(): Promise<{ url: string; contract: string; err: () => string }> {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
  for (const each of ['package.json', 'spec', 'fixtures', 'src'])
    cpSync(each, join(folder, each), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const child = spawn(process.execPath, ['src/cli/main.ts', 'mock', '--port', '0'], { cwd: folder })
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  let err = ''
  child.stderr.on('data', (data) => {
    err += data
  })
  const [line] = await once(child.stdout, 'data')
  await new Promise((done) => setTimeout(done, 1000))
  return {
    url: String(line).replace('plant-store-kit mock listening on ', '').trim(),
    contract: join(folder, 'spec', 'openapi.yaml'),
    err: () => err,
  }
}

const json = async (address: string): Promise<unknown> => (await fetch(address)).json()

test('serves the contract as soon as it is saved, and keeps the last good one if it is broken', async () => {
  const { url, contract, err } = await startCopy()
  const text = readFileSync(contract, 'utf8')
  writeFileSync(
    contract,
    text.replace('version: 1.0.0', 'version: 1.0.1').replace('name: limit', 'name: most'),
  )
  await expect
    .poll(() => json(`${url}/__admin/health`), { timeout: 15_000 })
    .toMatchObject({ contract: { version: '1.0.1' } })
  expect(await json(`${url}/plants?__user=alice&most=2`)).toHaveLength(2)
  writeFileSync(contract, text.replace('paths:', 'paths: ['))
  await expect.poll(err, { timeout: 15_000 }).toContain('openapi.yaml')
  expect(err()).not.toContain('    at ')
  expect(await json(`${url}/plants?__user=alice&most=2`)).toHaveLength(2)
})
