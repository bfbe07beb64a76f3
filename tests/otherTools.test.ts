import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Report } from '../src/harness/report.ts'
import { freePort, plantStore } from './commandLine.testing.ts'

const resolve = createRequire(import.meta.url).resolve

/** The checks that a target fails. */
async function broken(url: string): Promise<string[]> {
  const { code, stdout } = await plantStore([
    'verify',
    url,
    '--token',
    'any',
    '--engine',
    'probes',
    '--report',
    'json',
  ])
  expect(code).toBe(1)
  const { findings }: Report = JSON.parse(stdout)
  return findings.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check)
}

test("Prism's own mock of the contract breaks it, and the kit says where", { timeout: 60_000 }, async () => {
  const prism = resolve('@stoplight/prism-cli/dist/index.js')
  const child = spawn(process.execPath, [prism, 'mock', 'spec/openapi.yaml', '-p', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = await new Promise<string>((found) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      const match = /listening on (http:\/\/[^\s]+\d)/.exec(text)
      if (match?.[1] !== undefined) found(match[1])
    })
  })
  expect(await broken(url)).toEqual(expect.arrayContaining(['limit-honoured', 'auth-token-checked']))
})

test('json-server behind the path breaks limit and needs no token', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-'))
  const plants = ['Aloe vera', 'Ginkgo biloba', 'Hedera helix'].map((name, id) => ({ id, name }))
  writeFileSync(join(folder, 'db.json'), JSON.stringify({ plants }))
  const program = resolve('json-server/lib/cli/bin.js')
  const port = await freePort()
  const child = spawn(process.execPath, [program, '--port', String(port), join(folder, 'db.json')], {
    stdio: 'ignore',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 15_000 },
    )
    .toBe(true)
  expect(await broken(url)).toEqual(['limit-honoured', 'auth-token-needed'])
})
