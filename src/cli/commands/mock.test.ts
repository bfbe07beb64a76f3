import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PROGRAM } from '../../../tests/commandLine.testing.ts'

// A process starts slowly on a busy machine.
vi.setConfig({ testTimeout: 20_000 })

const alice = { authorization: 'Bearer token-alice' }

type RunningCommand = {
  child: ChildProcess
  out: () => string
  err: () => string
  ended: Promise<[number | null, string | null]>
}

function run(args: readonly string[], environment: Record<string, string> = {}): RunningCommand {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  let err = ''
  child.stdout?.on('data', (data) => {
    out += data
  })
  child.stderr?.on('data', (data) => {
    err += data
  })
  const ended = once(child, 'close') as Promise<[number | null, string | null]>
  return { child, out: () => out, err: () => err, ended }
}

/** Waits for the line that says that the mock is ready, and returns its base URL. */
async function readBaseUrl({ child, out, err, ended }: RunningCommand): Promise<string> {
  const failure = ended.then(() => Promise.reject(new Error(`the command ended: ${err()}`)))
  failure.catch(() => {})
  while (!out().includes('\n')) await Promise.race([once(child.stdout ?? child, 'data'), failure])
  return out().replace('plant-store-kit mock listening on ', '').trim()
}

test('prints only the ready line on standard output, and then answers requests', async () => {
  const mock = run(['mock', '--port', '0', '--base-path', '/v1'])
  const url = await readBaseUrl(mock)
  expect(mock.out()).toMatch(/^plant-store-kit mock listening on http:\/\/127\.0\.0\.1:\d+\/v1\n$/)
  const response = await fetch(`${url}/plants`, { headers: { authorization: 'Bearer token-alice' } })
  expect(response.status).toBe(200)
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s stops the mock with exit code 0 despite an idle connection',
  async (signal) => {
    const mock = run(['mock', '--port', '0', '--log', 'silent'])
    const { port } = new URL(await readBaseUrl(mock))
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write('GET /plants HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(socket, 'data')
    const began = performance.now()
    mock.child.kill(signal)
    expect(await mock.ended).toEqual([0, null])
    expect(performance.now() - began).toBeLessThan(1500)
    expect(mock.err()).toBe('')
  },
)

test('a second signal ends the process at once', async () => {
  const mock = run(['mock', '--port', '0'])
  const { port } = new URL(await readBaseUrl(mock))
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write('GET /pl')
  // Give the server time to read the partial request, which delays a clean shutdown.
  await new Promise((resolve) => setTimeout(resolve, 100))
  mock.child.kill('SIGINT')
  await new Promise((resolve) => setTimeout(resolve, 50))
  mock.child.kill('SIGINT')
  expect(await mock.ended).toEqual([null, 'SIGINT'])
})

test('says that the port is taken, and how to choose another', async () => {
  const other = createServer((socket) => socket.end('hello\n')).listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  for (const flags of [[], ['--fault', 'limit-ignored']]) {
    const mock = run(['mock', ...flags], { PLANT_STORE_PORT: String(port) })
    expect(await mock.ended).toEqual([2, null])
    expect(mock.err()).toBe(
      `plant-store-kit: --port: port ${port} is already in use; choose another, or 0 for any free port\n`,
    )
  }
})

test('a mock can start on the port of a mock that was killed', async () => {
  const first = run(['mock', '--port', '0'])
  const { port } = new URL(await readBaseUrl(first))
  const held = connect(Number(port), '127.0.0.1').on('error', () => {})
  onTestFinished(() => void held.destroy())
  await once(held, 'connect')
  first.child.kill('SIGKILL')
  expect(await first.ended).toEqual([null, 'SIGKILL'])
  const url = await readBaseUrl(run(['mock', '--port', port]))
  expect((await fetch(`${url}/plants`, { headers: alice })).status).toBe(200)
})

test('starts with a scenario and a delay', async () => {
  const url = await readBaseUrl(run(['mock', '--port', '0', '--scenario', 'empty', '--delay', '40']))
  const began = performance.now()
  const response = await fetch(`${url}/plants`, { headers: alice })
  expect(await response.json()).toEqual([])
  expect(response.headers.get('x-plant-store-rule')).toBe('scenario empty')
  expect(performance.now() - began).toBeGreaterThanOrEqual(39)
})

test('--tls serves https, and prints the path of the certificate', async () => {
  const mock = run(['mock', '--port', '0', '--tls'])
  const url = await readBaseUrl(mock)
  expect(url).toMatch(/^https:/)
  const [, file = ''] = /NODE_EXTRA_CA_CERTS=(\S+)/.exec(mock.err()) ?? []
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}/plants`, { headers: alice, ca: readFileSync(file) }, resolve).on('error', reject)
  })
  response.resume()
  expect(response.statusCode).toBe(200)
})

test('removes the certificate of --tls even after a second signal', async () => {
  const mock = run(['mock', '--port', '0', '--tls'])
  const { port } = new URL(await readBaseUrl(mock))
  const [, file = ''] = /NODE_EXTRA_CA_CERTS=(\S+)/.exec(mock.err()) ?? []
  expect(existsSync(file)).toBe(true)
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  mock.child.kill('SIGINT')
  await new Promise((resolve) => setTimeout(resolve, 50))
  mock.child.kill('SIGINT')
  await mock.ended
  expect(existsSync(dirname(file))).toBe(false)
})

test('keeps running when the reader of standard error exits', async () => {
  const mock = run(['mock', '--port', '0', '--log', 'json'])
  const url = await readBaseUrl(mock)
  mock.child.stderr?.destroy()
  for (let index = 0; index < 5; index++)
    expect((await fetch(`${url}/plants`, { headers: alice })).status).toBe(200)
  mock.child.kill('SIGTERM')
  expect(await mock.ended).toEqual([0, null])
})

test.each([
  ['json', /^\{"id":1,.*"status":200.*\}\n$/],
  [
    'pretty',
    /^console, tokens and API reference: \S+\/\n[\d:.]+ 200 GET \/plants\?limit=1 · fixtures · alice\n$/,
  ],
  ['silent', /^$/],
])('--log %s logs a request to standard error, without the token', async (format, log) => {
  const mock = run(['mock', '--port', '0', '--log', format], { NO_COLOR: '1' })
  const url = await readBaseUrl(mock)
  expect((await fetch(`${url}/plants?limit=1`, { headers: alice })).status).toBe(200)
  mock.child.kill('SIGTERM')
  await mock.ended
  expect(mock.err()).toMatch(log)
  expect(mock.err()).not.toContain('token-alice')
  expect(mock.out()).toMatch(/^plant-store-kit mock listening on \S+\n$/)
})

test('reports a mistake in saved fixtures with its place, and keeps serving the previous ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saved-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'plants.yaml'), 'fern: { name: Fern }\n')
  writeFileSync(join(folder, 'users.yaml'), 'ann:\n  token: token-ann\n  plants: [fern]\n')
  const mock = run(['mock', '--port', '0', '--fixtures', folder])
  const url = await readBaseUrl(mock)
  await new Promise((resolve) => setTimeout(resolve, 700))
  writeFileSync(join(folder, 'plants.yaml'), 'fern: { nam: Fern }\n')
  await expect
    .poll(() => mock.err(), { timeout: 10_000 })
    .toMatch(/plants\.yaml:1: fern: expected .*still serving the last good fixtures\n$/)
  const response = await fetch(`${url}/plants`, { headers: { authorization: 'Bearer token-ann' } })
  expect(await response.json()).toEqual([{ name: 'Fern' }])
  mock.child.kill('SIGTERM')
  expect(await mock.ended).toEqual([0, null])
})

test('a usage error is one message on standard error and exit code 2', async () => {
  const { ended, out, err } = run(['mock', '--fixtures', '/does/not/exist'])
  expect(await ended).toEqual([2, null])
  expect(out()).toBe('')
  expect(err()).toMatch(/^plant-store-kit: \/does\/not\/exist\/plants.yaml: cannot be read: .*\n$/)
})

test('--version and --help end with exit code 0', async () => {
  const version = run(['--version'])
  expect(await version.ended).toEqual([0, null])
  expect(version.out()).toMatch(/^\d+\.\d+\.\d+\n$/)
  const help = run(['mock', '--help'])
  expect(await help.ended).toEqual([0, null])
  expect(help.out()).toContain('PLANT_STORE_ADMIN_TOKEN')
})

test('names the console without a terminal, unless the log is for programs or silent', async () => {
  const mock = run(['mock', '--port', '0'])
  const url = await readBaseUrl(mock)
  await expect.poll(mock.err).toBe(`console, tokens and API reference: ${url}/\n`)
  for (const format of ['silent', 'json']) {
    const quiet = run(['mock', '--port', '0', '--log', format])
    await readBaseUrl(quiet)
    expect(quiet.err()).toBe('')
  }
})
