import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { expect, onTestFinished, test } from 'vitest'
import { findFailedChecks } from './findFailedChecks.testing.ts'

const { resolve } = createRequire(import.meta.url)

test("Prism's mock of the contract ignores limit and accepts any token", async () => {
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
  const failed = await findFailedChecks(url)
  expect(failed).toEqual(expect.arrayContaining(['limit-honoured', 'auth-token-checked']))
})
