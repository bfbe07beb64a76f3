import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { XMLParser } from 'fast-xml-parser'
import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../src/server/startMock.ts'
import { faults } from './implementations/index.ts'
import { startImplementation } from './implementations/startImplementation.ts'

const resolve = createRequire(import.meta.url).resolve

type Ended = { code: number | null; stdout: string; stderr: string; ms: number }

/** Runs the command line as a user does, in a process of its own. */
async function plantStore(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const began = performance.now()
  const child = spawn(process.execPath, ['src/cli/main.ts', ...args], { env: { ...process.env, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr, ms: performance.now() - began }
}

/** A server that does with its sockets what it likes. */
async function rawServer(serve: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

async function mock(): Promise<string> {
  const { url, close } = await startMock({ port: 0 })
  onTestFinished(close)
  return url
}

async function faulty(id: string) {
  const fault = faults.find((each) => each.id === id)
  if (!fault) throw new Error(`no fault ${id}`)
  const running = await startImplementation(fault.difference)
  onTestFinished(running.close)
  return running
}

test('the reference is conformant by all three engines', { timeout: 60_000 }, async () => {
  const { code, stdout } = await plantStore([
    'verify',
    await mock(),
    '--token',
    'token-alice',
    '--report',
    'json',
  ])
  const report = JSON.parse(stdout)
  expect(report.reasons).toEqual([])
  expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 })
  expect(code).toBe(0)
  expect(report.engines.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
    ['probes', 'completed'],
    ['prism', 'completed'],
    ['dredd', 'completed'],
  ])
  const name = report.findings.find(({ check }: { check: string }) => check === 'plant-name-string')
  expect(name.engines).toEqual(['probes', 'prism', 'dredd'])
  const schema = JSON.parse(readFileSync('spec/report.schema.json', 'utf8'))
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
  expect(validate(report) ? [] : validate.errors).toEqual([])
})

test('a broken limit is told to a backend developer in words that can be acted on', async () => {
  const { baseUrl, token } = await faulty('limit-ignored')
  const { code, stdout } = await plantStore(['verify', baseUrl, '--engine', 'probes'], {
    PLANT_STORE_TOKEN: token,
  })
  expect(code).toBe(1)
  expect(stdout).toContain('VIOLATIONS')
  expect(stdout).toContain('?limit=1 returns 20 plants')
  expect(stdout).toContain('at most 1 elements')
  expect(stdout).toContain('$PLANT_STORE_TOKEN')
  expect(stdout).not.toContain(token)
})

test('a base path is kept, with a slash at its end or not', async () => {
  const { url, close } = await startMock({ port: 0, basePath: '/v1' })
  onTestFinished(close)
  for (const base of [url, `${url}/`]) {
    const { code, stdout } = await plantStore([
      'verify',
      base,
      '--token',
      'token-alice',
      '--engine',
      'probes',
    ])
    expect(stdout).toContain('CONFORMANT')
    expect(code).toBe(0)
  }
})

test('every engine sees a name that is a number', { timeout: 60_000 }, async () => {
  const { baseUrl, token } = await faulty('name-number')
  const { code, stdout } = await plantStore(['verify', baseUrl, '--token', token, '--report', 'json'])
  expect(code).toBe(1)
  const finding = JSON.parse(stdout).findings.find(
    ({ check }: { check: string }) => check === 'plant-name-string',
  )
  expect(finding.verdict).toBe('fail')
  expect(finding.engines).toEqual(['probes', 'prism', 'dredd'])
})

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
  const failed = JSON.parse(stdout).findings.filter(({ verdict }: { verdict: string }) => verdict === 'fail')
  expect(failed.map(({ check }: { check: string }) => check)).toEqual(
    expect.arrayContaining(['limit-honoured', 'auth-token-checked']),
  )
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
  const failed = JSON.parse(stdout).findings.filter(({ verdict }: { verdict: string }) => verdict === 'fail')
  expect(failed.map(({ check }: { check: string }) => check)).toEqual(['limit-honoured', 'auth-token-needed'])
})

test('reports go to the files that are named, and the verdict to standard output', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-'))
  const junit = join(folder, 'report.xml')
  const json = join(folder, 'report.json')
  const { code, stdout } = await plantStore([
    ...['verify', await mock(), '--token', 'token-alice', '--engine', 'probes'],
    ...['--report', 'terminal', '--report', `junit=${junit}`, '--report', `json=${json}`],
  ])
  expect(code).toBe(0)
  expect(stdout).toContain('CONFORMANT')
  const { findings } = JSON.parse(readFileSync(json, 'utf8'))
  const suites = new XMLParser({ ignoreAttributes: false }).parse(readFileSync(junit, 'utf8'))
  const names = [suites.testsuites.testsuite]
    .flat()
    .flatMap((suite: { testcase: { '@_name': string }[] }) => suite.testcase.map((each) => each['@_name']))
  for (const { check } of findings) expect(names).toContain(check)
})

test.for([
  ['no URL', ['verify'], 'base-url'],
  ['no such flag', ['verify', 'http://127.0.0.1:1', '--tokn', 'x'], '--tokn'],
  ['no such reporter', ['verify', 'http://127.0.0.1:1', '--report', 'pdf'], 'terminal, json, junit'],
  [
    'a file that cannot be written',
    ['verify', 'http://127.0.0.1:1', '--report', 'json=/nowhere/at/all.json'],
    '/nowhere/at/all.json',
  ],
  ['no such engine', ['verify', 'http://127.0.0.1:1', '--engine', 'postman'], 'probes, prism, dredd'],
  ['a URL without a scheme', ['verify', '127.0.0.1:1'], 'http://127.0.0.1:4010'],
  ['a URL with a password', ['verify', 'http://me:secret@127.0.0.1:1'], 'without user name or password'],
  ['a token command that fails', ['verify', 'http://127.0.0.1:1', '--token-command', 'exit 7'], '7'],
] as const)('wrong usage ends with 2 and one message: %s', async ([, args, told]) => {
  const { code, stdout, stderr } = await plantStore(args)
  expect(code).toBe(2)
  expect(stderr).toContain(told)
  expect(stderr).not.toMatch(/\n\s+at |secret/)
  expect(stdout).toBe('')
})

test('where nothing listens, the run is incomplete and says so', async () => {
  const { code, stdout } = await plantStore(['verify', 'http://127.0.0.1:1', '--token', 'x'])
  expect(code).toBe(3)
  expect(stdout).toContain('nothing listens on 127.0.0.1:1')
})

test('a server that never answers ends the run in bounded time', async () => {
  const url = await rawServer(() => {})
  const { code, stdout, ms } = await plantStore(['verify', url, '--token', 'x', '--timeout', '300'])
  expect(code).toBe(3)
  expect(stdout).toContain('silence for 300 ms')
  expect(ms).toBeLessThan(10_000)
})

test('Ctrl-C ends a run at once and leaves no engine behind', { timeout: 30_000 }, async () => {
  let asked = 0
  // It serves the first requests, so that the engines start, and then falls silent.
  const url = await rawServer((socket) =>
    socket.on('data', () => {
      asked += 1
      if (asked <= 3)
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]')
    }),
  )
  const child = spawn(process.execPath, [
    'src/cli/main.ts',
    'verify',
    url,
    '--token',
    'x',
    '--timeout',
    '60000',
  ])
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  while (asked < 4) await new Promise((resolve) => setTimeout(resolve, 50))
  const children = (await processes())
    .filter(({ parent }) => parent === String(child.pid))
    .map(({ pid }) => pid)
  const began = performance.now()
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  expect(code).toBe(3)
  expect(stderr).toContain('interrupted')
  expect(performance.now() - began).toBeLessThan(5_000)
  const left = await processes()
  expect(children.length).toBe(2)
  expect(left.filter(({ pid }) => children.includes(pid))).toEqual([])
})

async function processes(): Promise<{ pid: string; parent: string }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid='])
  return stdout.split('\n').map((line) => {
    const [pid = '', parent = ''] = line.trim().split(/\s+/)
    return { pid, parent }
  })
}

test('a server that sends rubbish without end is a violation, and the kit stays small', {
  timeout: 30_000,
}, async () => {
  const rubbish = Buffer.alloc(1 << 20, 'rubbish ')
  const pour = (socket: Socket): void => {
    while (socket.writable && socket.write(rubbish)) {}
  }
  const url = await rawServer((socket) => {
    socket.once('data', () => {
      socket.on('drain', () => pour(socket))
      pour(socket)
    })
  })
  const { code, stdout } = await plantStore(['verify', url, '--token', 'x', '--engine', 'probes'])
  expect(code).toBe(1)
  expect(stdout).toContain('begins with')
})

test('a body without end is cut, and what was read of it is judged', { timeout: 30_000 }, async () => {
  const rubbish = Buffer.alloc(1 << 20, 'x')
  const url = await rawServer((socket) => {
    const pour = (): void => {
      while (socket.writable && socket.write(rubbish)) {}
    }
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n')
      socket.on('drain', pour)
      pour()
    })
  })
  const { code, stdout } = await plantStore([
    'verify',
    url,
    '--token',
    'x',
    '--engine',
    'probes',
    '--max-requests',
    '20',
  ])
  expect(code).toBe(1)
  expect(stdout).toContain('json-syntax')
})

test('a token that is refused leaves the run incomplete, with what to do', async () => {
  const { code, stdout } = await plantStore([
    'verify',
    await mock(),
    '--token',
    'not-a-token',
    '--engine',
    'probes',
  ])
  expect(code).toBe(3)
  expect(stdout).toContain('The token was refused')
})

test('a user without plants leaves the run incomplete, and the report says to seed two', async () => {
  const { code, stdout } = await plantStore([
    'verify',
    await mock(),
    '--token',
    'token-empty',
    '--engine',
    'probes',
  ])
  expect(code).toBe(3)
  expect(stdout).toMatch(/seed\s+two/)
})

test('only the engines that are asked for judge, beside the probes', { timeout: 60_000 }, async () => {
  const args = ['verify', await mock(), '--token', 'token-alice', '--engine', 'dredd', '--report', 'json']
  const { code, stdout } = await plantStore(args)
  expect(code).toBe(0)
  expect(JSON.parse(stdout).engines.map(({ name }: { name: string }) => name)).toEqual(['probes', 'dredd'])
})
