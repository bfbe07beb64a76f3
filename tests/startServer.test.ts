import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../src/cli/verify/startServer.ts'
import { findFreePort, plantStore, startPlantStore } from './commandLine.testing.ts'

const PROGRAM = join(import.meta.dirname, 'startServer.test-data.mjs')
const DYING = join(import.meta.dirname, 'startDying.test-data.mjs')
const COMMON = ['--token', 'a-valid-token', '--plan', 'monitor'] as const

/** The arguments for `verify --start` with a server that behaves as `mode` says. */
const startArgs = (mode: string, ...more: string[]): string[] => [
  'verify',
  'http://127.0.0.1:{port}',
  '--start',
  `"${process.execPath}" "${PROGRAM}" {port} ${mode}`,
  ...COMMON,
  ...more,
]

/** Whether something still listens at the base URL in this output. */
async function isLeft(output: string): Promise<boolean> {
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
  if (url === undefined) throw new Error(`no base URL in ${output}`)
  return fetch(url).then(
    () => true,
    () => false,
  )
}

// It ignores `limit`, so a run that reaches it has a violation to report.
test.concurrent.for([['serves'], ['is-late'], ['forks'], ['prints-a-lot'], ['ignores-term']] as const)(
  'a server that %s is started, tested and ended',
  { timeout: 60_000 },
  async ([mode]) => {
    const { code, stdout, stderr } = await plantStore(startArgs(mode))
    expect(stdout).toContain('limit-honoured')
    expect(code).toBe(1)
    if (mode === 'is-late') expect(stderr).toContain('waiting up to 30.0 s for the server to start')
    expect(stderr).not.toContain('ended')
    expect(await isLeft(stdout)).toBe(false)
  },
)

test.concurrent('the commands of a report start the server again, on any port', {
  timeout: 60_000,
}, async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'plant-store-start-')), 'my report.json')
  const args = startArgs('serves', '--report', 'terminal', '--report', `json=${file}`)
  const { stdout } = await plantStore(args)
  const report = JSON.parse(readFileSync(file, 'utf8'))
  expect(report.target).toMatchObject({ name: '127.0.0.1', start: { command: args[3] } })
  const [, replay = ''] = /again +plant-store (replay .* limit-honoured .*)$/m.exec(stdout) ?? []
  const env = { PLANT_STORE_TOKEN: 'a-valid-token' }
  const again = await startPlantStore([], { shell: `"$0" "$1" ${replay}`, env }).ended
  expect(again.stderr).toBe('')
  expect(again.stdout).toContain('still fails')
  expect(again.code).toBe(1)
  const forgotten = await plantStore(['replay', file, 'limit-honoured'], env)
  expect(forgotten.stderr).toMatch(/on a free port: expected --start with its command again, or --base-url/)
  expect(forgotten.code).toBe(2)
  const [curl = ''] = /curl .*limit=.*$/m.exec(stdout) ?? []
  const port = String(await findFreePort())
  const shell = `"$0" "${PROGRAM}" ${port} serves & trap "kill $!" EXIT; sleep 1; PORT=${port}; ${curl}`
  const shown = await startPlantStore([], { shell, env }).ended
  expect(shown.stdout).toContain('HTTP/1.1 200')
})

test('a server that ends at once leaves the run incomplete, and its last lines are shown as text', async () => {
  const { code, stdout, stderr, ms } = await plantStore(startArgs('ends'))
  expect(code).toBe(3)
  expect(stdout).toContain('the server that --start started ended with exit code 4')
  expect(stderr).toContain('  line 29\n')
  expect(stderr).not.toContain('line 8\n')
  expect(stderr).toContain(String.raw`  :\x3aerror:\x3ano database for ***`)
  expect(ms).toBeLessThan(15_000)
})

test('every report says what a server printed before it ended, and nothing of checks that were not tested', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const formats = [
    'markdown',
    'html',
    'github',
    'junit',
    'sarif',
    'gitlab',
    'ctrf',
    'json',
    'ndjson',
    'terminal',
  ]
  const reports = formats.flatMap((format) => ['--report', `${format}=${join(folder, format)}`])
  const { code } = await plantStore(startArgs('ends', ...reports))
  expect(code).toBe(3)
  const texts = formats.map((format) => readFileSync(join(folder, format), 'utf8'))
  const isExplained = (text: string): boolean =>
    /It printed last: line 26 \| .*line 29 \|/.test(text.replaceAll(/\s+/g, ' '))
  expect(formats.filter((_, index) => !isExplained(texts[index] ?? ''))).toEqual([])
  expect(texts[0]).toContain('No check could be tested.')
  expect(texts[0]).not.toContain('checks not tested</summary>')
  expect(texts[1]).not.toContain('No occasion in this run')
})

test('a server that listens on another port is said to run, with its last lines', async () => {
  const { code, stdout } = await plantStore(startArgs('listens-elsewhere', '--wait-timeout', '1'))
  const text = stdout.replaceAll(/\s+/g, ' ')
  expect(code).toBe(3)
  expect(text).toContain(
    'The process that --start started is running, but does not answer there: make it listen',
  )
  expect(text).toMatch(/It printed last: serving on \d+ \| listening on :0 with password: \*\*\* and \*\*\*/)
  expect(text).not.toContain('Check the address')
})

/** `verify --start` with a correct server that ends by itself. */
const verifyDying = (reason: string, folder: string) =>
  plantStore([
    ...['verify', 'http://127.0.0.1:{port}', '--token', 'token-alice', '--engine', 'probes'],
    ...['--start', `"${process.execPath}" "${DYING}" {port} ${reason} "${join(folder, 'ended')}"`],
    ...['--start-log', join(folder, 'server.log')],
  ])

test.concurrent.for(['5', '90', '140'])(
  'a server that ends once, after %s requests, is started again and not blamed',
  {
    timeout: 60_000,
  },
  async (requests, { onTestFinished: onEnd }) => {
    const folder = mkdtempSync(join(tmpdir(), 'plant-store-start-'))
    onEnd(() => rmSync(folder, { recursive: true }))
    const { code, stdout, stderr } = await verifyDying(requests, folder)
    expect(stdout).not.toMatch(/^\d+ [✗!] /m)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'During the run, the server that --start started ended with exit code 9. It printed last:',
    )
    expect(code).toBe(3)
    expect(stderr).toContain('  killed\n')
    expect(readFileSync(join(folder, 'server.log'), 'utf8')).toMatch(/^serving.*\nkilled\nserving/)
  },
)

test('a server that ends whenever it gets a large limit is blamed for that', {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { code, stdout } = await verifyDying('large', folder)
  // Where it comes depends on what else was sent at the same time.
  expect(stdout).toMatch(/^\d ✗ limit-positive-no-crash/m)
  expect(stdout).toMatch(
    /after \?limit=\d{4,} the server stops answering, and again when the request is repeated/,
  )
  expect(code).toBe(1)
})

test('--start-log gets what the server prints, and --start-cwd is where it runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = join(folder, 'logs', 'server.log')
  const { code, stderr } = await plantStore([
    ...['verify', 'http://127.0.0.1:9', '--start', 'pwd; echo ready >&2; exit 7', ...COMMON],
    ...['--start-log', log, '--start-cwd', folder],
  ])
  expect(code).toBe(3)
  expect(readFileSync(log, 'utf8')).toContain(`${folder}\nready\n`)
  expect(stderr).toContain('  ready\n')
})

test('many servers at once share a listener for the end of the process', async () => {
  const before = process.listenerCount('exit')
  const servers = await Promise.all(Array.from({ length: 12 }, () => startServer('exec sleep 60')))
  expect(process.listenerCount('exit')).toBe(before + 1)
  await Promise.all(servers.map(({ stop }) => stop()))
  expect(process.listenerCount('exit')).toBe(before)
})

test('the last lines of a log are shown, however large it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const server = await startServer('truncate -s 3G server.log; echo gone >> server.log; exit 7', {
    cwd: folder,
    log: join(folder, 'server.log'),
  })
  await once(server.ended, 'abort')
  expect(server.lastLines().at(-1)).toMatch(/gone$/)
  await server.stop()
})

test.for([
  [['verify', 'http://127.0.0.1:{port}'], 'expected --start with {port}, because the base URL'],
  [['verify', 'http://127.0.0.1:{port}', '--start', 'true'], 'expected {port} in --start too'],
  [['verify', 'http://127.0.0.1:9', '--start', 'serve {port}'], 'expected {port} in the base URL too'],
  [
    ['verify', 'http://127.0.0.1:9', '--start', 'true', '--start-cwd', '/absent'],
    'the folder /absent of --start-cwd',
  ],
  [
    ['verify', 'http://127.0.0.1:9', '--start', 'true', '--start-log', '/dev/null/x'],
    '--start-log: /dev/null/x cannot be written',
  ],
] as const)('%j is a usage error', async ([args, message]) => {
  const { code, stderr } = await plantStore([...args, ...COMMON])
  expect(stderr).toContain(message)
  expect(code).toBe(2)
})

test('an interrupted run ends the server too', async () => {
  const { child, ended } = startPlantStore(startArgs('ignores-term', '--rate', '1'))
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  child.kill('SIGINT')
  const { code, stdout } = await ended
  expect(code === 1 || code === 3).toBe(true)
  expect(await isLeft(stdout)).toBe(false)
})

test('without --start, a refused connection names --wait-timeout, which waits', async () => {
  const refused = await plantStore(['verify', 'http://127.0.0.1:9', ...COMMON])
  expect(refused.stdout.replaceAll(/\s+/g, ' ')).toContain('there is --wait-timeout')
  const waited = await plantStore(['verify', 'http://127.0.0.1:9', ...COMMON, '--wait-timeout', '1'])
  expect(waited.ms).toBeGreaterThan(1_000)
  expect(waited.stdout.replaceAll(/\s+/g, ' ')).toContain('The run waited 1 second for it (--wait-timeout)')
  expect(waited.code).toBe(3)
})
