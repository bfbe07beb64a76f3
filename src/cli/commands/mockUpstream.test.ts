import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startPlantStore } from '../../../tests/commandLine.testing.ts'
import { createFile, createFolder } from '../../../tests/folder.testing.ts'
import { PLANTS, sendJson, startService } from '../../mock/mock.testing.ts'
import { createSelfSigned } from '../../mock/tls/tls.ts'

const TOKEN = 'canary-token-5521'

/** Starts `plant-store-kit mock` with these flags, sends one request, stops the mock, and returns the mock's whole output. */
async function askOnce(flags: readonly string[], env: Record<string, string> = {}, target = '/plants') {
  const log = { PLANT_STORE_LOG: 'pretty' }
  const { child, ended } = startPlantStore(['mock', '--port', '0', ...flags], { env: { ...log, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  const url = String(line).replace('plant-store-kit mock listening on ', '').trim()
  const response = await fetch(url + target, { headers: { authorization: `Bearer ${TOKEN}` } })
  const plants = await response.json()
  child.kill('SIGTERM')
  const { code, stderr } = await ended
  return {
    code,
    rule: response.headers.get('x-plant-store-rule'),
    plants,
    stderr: stripVTControlCharacters(stderr),
  }
}

test('the log says who answered, the reason, and the contract violations', async () => {
  const service = await startService(sendJson(200, [{ name: TOKEN, tag: 1 }]))
  const answered = await askOnce(['--upstream', service.url], {}, `/plants?token=${TOKEN}`)
  expect(answered.stderr).toMatch(
    / 200 GET \/plants\?token=\*\*\* · upstream · alice · violation: \/0\/tag: expected a string, got the number 1\n/,
  )
  await service.stop()
  const replaced = await askOnce([], { PLANT_STORE_UPSTREAM: service.url, PLANT_STORE_MOCK_WHEN: '404,5xx' })
  expect(replaced.stderr).toContain(
    ' · fixtures · alice · the service refused the connection (ECONNREFUSED), so the mock answered\n',
  )
  expect(answered.stderr + replaced.stderr).not.toContain(TOKEN)
})

test('trusts the authority in NODE_EXTRA_CA_CERTS, and records', async () => {
  const tls = createSelfSigned(['127.0.0.1'])
  const ca = createFile('ca.pem', tls.cert)
  const record = join(createFolder(), 'recorded.json')
  const service = await startService(undefined, { tls })
  const { rule, plants, code } = await askOnce(['--upstream', service.url, '--record', record], {
    NODE_EXTRA_CA_CERTS: ca,
  })
  expect({ rule, plants, code }).toEqual({ rule: 'upstream', plants: PLANTS, code: 0 })
  expect(readFileSync(record, 'utf8')).not.toContain(TOKEN)
  expect(JSON.parse(readFileSync(record, 'utf8')).users[0].plants).toEqual(PLANTS)
})
