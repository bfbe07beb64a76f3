import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const SCRIPT = `
delete globalThis.setImmediate
const { startMock } = await import(${JSON.stringify(new URL('../startMock.ts', import.meta.url).href)})
const mock = await startMock({ port: 0 })
mock.responses([503])
const { status } = await fetch(mock.url + '/plants', { headers: { authorization: 'Bearer token-alice' } })
const events = (await fetch(mock.url + '/__admin/events')).body.getReader()
const { value } = await events.read()
console.log(status, new TextDecoder().decode(value).split('\\n')[0])
await events.cancel()
await mock.close()
`

test('given responses and events need no global setImmediate, which jsdom does not have', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT])
  expect(stdout).toBe('503 event: hello\n')
})
