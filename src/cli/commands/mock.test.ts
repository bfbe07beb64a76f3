import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { plantStore, startPlantStore } from '../../../tests/commandLine.testing.ts'
import { createFile } from '../../../tests/folder.testing.ts'
import { listen } from '../../../tests/listen.testing.ts'
import { alice, open, sendJson, startService } from '../../mock/mock.testing.ts'

/** Starts the mock on a free port, and waits for the line that says that it is ready. */
async function start(flags: readonly string[], env: Record<string, string> = {}) {
  const { child, ended } = startPlantStore(['mock', '--port', '0', ...flags], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let err = ''
  child.stderr.on('data', (data) => {
    err += data
  })
  const [line] = await Promise.race([once(child.stdout, 'data'), ended.then(() => expect.fail(err))])
  const url = String(line).replace('plant-store-kit mock listening on ', '').trim()
  return { child, ended, url, err: () => err }
}

/** Opens a connection, and sends text. */
async function hold(url: string, text: string): Promise<void> {
  await open({ port: Number(new URL(url).port) }, text)
  // Give the server time to read the text, so that the connection is in use when a signal arrives.
  await new Promise((resolve) => setTimeout(resolve, 100))
}

test('prints only the ready line to standard output, and then answers according to the flags', async () => {
  const flags = ['--base-path', '/v1', '--scenario', 'empty', '--delay', '40']
  const { child, ended, url, err } = await start(flags)
  const began = performance.now()
  expect(await (await fetch(`${url}/plants`, { headers: alice })).json()).toEqual([])
  expect(performance.now() - began).toBeGreaterThanOrEqual(39)
  await expect.poll(err).toBe(`console, tokens and API reference: ${new URL('/', url).href}\n`)
  child.kill('SIGTERM')
  const { code, stdout } = await ended
  expect(code).toBe(0)
  expect(stdout).toMatch(/^plant-store-kit mock listening on http:\/\/127\.0\.0\.1:\d+\/v1\n$/)
})

test('SIGINT stops the mock with exit code 0 despite an idle connection', async () => {
  const { child, ended, url } = await start(['--log', 'silent'])
  await hold(url, 'GET /plants HTTP/1.1\r\nHost: a\r\n\r\n')
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
  expect((await ended).ms).toBeLessThan(30_000)
})

test('--tls serves https; a second signal ends the process, and the certificate is removed', async () => {
  const { child, ended, url, err } = await start(['--tls'])
  const [, file = ''] = /NODE_EXTRA_CA_CERTS=(\S+)/.exec(err()) ?? []
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { headers: alice, ca: readFileSync(file), agent: false }
    get(`${url}/plants`, options, resolve).on('error', reject)
  })
  response.resume()
  expect(response.statusCode).toBe(200)
  expect(readFileSync(file, 'utf8')).not.toContain('PRIVATE')
  await hold(url, '')
  // Send several signals, because the system merges a second signal with the first if it arrives too early.
  const signals = setInterval(() => child.kill('SIGINT'), 10)
  expect(await ended).toMatchObject({ code: null })
  clearInterval(signals)
  expect(existsSync(dirname(file))).toBe(false)
})

test('says that the port is taken, and how to choose another', async () => {
  const port = await listen(createServer((socket) => socket.end('hello\n')))
  for (const flags of [[], ['--fault', 'limit-ignored']]) {
    const { code, stderr } = await plantStore(['mock', ...flags], { PLANT_STORE_PORT: String(port) })
    expect(code).toBe(2)
    expect(stderr).toBe(
      `plant-store-kit: PLANT_STORE_PORT: port ${port} is already in use; choose another port, or 0 for any free port\n`,
    )
  }
  const { child, url } = await start([])
  const { stderr } = await plantStore(['mock', '--port', new URL(url).port], {})
  expect(stderr).toContain(
    `in use by a plant-store-kit mock, process ${child.pid}, with its console at ${url}/;`,
  )
})

test('names the address for other machines', async () => {
  const { err } = await start(['--host', '0.0.0.0'])
  const isConnected = Object.values(networkInterfaces()).some((each) =>
    each?.some(({ internal }) => !internal),
  )
  if (isConnected) await expect.poll(err).toMatch(/on your network: http:\/\/(?!127)\d/)
})

test('logs as JSON without the token, and keeps running when the reader of standard error exits', async () => {
  const { child, ended, url, err } = await start(['--log', 'json'])
  const ask = async () => (await fetch(`${url}/plants`, { headers: alice })).status
  expect(await ask()).toBe(200)
  await expect.poll(err).toMatch(/^\{"id":1,.*"status":200.*\}\n$/)
  expect(err()).not.toContain('token-alice')
  child.stderr.destroy()
  for (let index = 0; index < 5; index++) expect(await ask()).toBe(200)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('reports a mistake in saved fixtures with its place, and keeps the previous fixtures', async () => {
  const file = createFile('plants.yaml', '- name: Fern\n')
  const { url, err } = await start(['--fixtures', file])
  writeFileSync(file, '- nam: Fern\n')
  await expect.poll(err).toMatch(/plants\.yaml:1: \[0\]: expected .*still serving the last valid fixtures\n$/)
  const response = await fetch(`${url}/plants`, { headers: alice })
  expect(await response.json()).toEqual([{ name: 'Fern' }])
})

const TOKEN = 'canary-token-5521'

/** Starts the mock, sends one request, and stops the mock. Resolves to the log. */
async function askOnce(flags: readonly string[], env: Record<string, string> = {}, target = '/plants') {
  const { child, ended, url } = await start(['--log', 'pretty', ...flags], env)
  await fetch(url + target, { headers: { authorization: `Bearer ${TOKEN}` } })
  child.kill('SIGTERM')
  return (await ended).stderr
}

test('the log says who answered, the reason, and the contract violations', async () => {
  const service = await startService(sendJson(200, [{ name: TOKEN, tag: 1 }]))
  const answered = await askOnce(['--upstream', service.url], {}, `/plants?token=${TOKEN}`)
  expect(answered).toMatch(
    / 200 GET \/plants\?token=\*\*\* · upstream · alice · violation: \/0\/tag: expected a string, got the number 1\n/,
  )
  await service.stop()
  const replaced = await askOnce([], { PLANT_STORE_UPSTREAM: service.url, PLANT_STORE_MOCK_WHEN: '404,5xx' })
  expect(replaced).toContain(
    ' · fixtures · alice · the service refused the connection (ECONNREFUSED), so the mock answered\n',
  )
  expect(answered + replaced).not.toContain(TOKEN)
})
