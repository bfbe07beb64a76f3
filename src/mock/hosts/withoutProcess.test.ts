import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const SCRIPT = `
delete globalThis.process
const { createMock } = await import('plant-store-kit/fetch')
const { fetch } = createMock()
const { status } = await fetch('/plants', { headers: { authorization: 'Bearer token-alice' } })
console.log(status)
`

test('the mock for pages needs nothing of Node.js', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT])
  expect(stdout).toBe('200\n')
})
