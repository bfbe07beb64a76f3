import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startServer } from '../src/cli/startedServer.ts'
import { plantStore, startPlantStore, startRawServer } from './commandLine.testing.ts'
import { createFolder } from './folder.testing.ts'

const PROGRAM = join(import.meta.dirname, 'startServer.test-data.mjs')
const DYING = join(import.meta.dirname, 'startDying.test-data.mjs')
const COMMON = ['--token', 'a-valid-token', '--plan', 'monitor'] as const

/** Returns the arguments for `verify --start` with a server whose behaviour depends on `mode`. */
const startArgs = (mode: string, ...more: string[]): string[] => [
  'verify',
  'http://127.0.0.1:{port}',
  '--start',
  `"${process.execPath}" "${PROGRAM}" {port} ${mode}`,
  ...COMMON,
  ...more,
]

/** Returns whether a server still listens at the base URL in this output. */
async function isLeft(output: string): Promise<boolean> {
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
  if (url === undefined) throw new Error(`no base URL in ${output}`)
  return fetch(url).then(Boolean, () => false)
}

// The server ignores `limit`, so a run that reaches the server reports a violation.
test.concurrent.for([['is-late'], ['forks'], ['prints-a-lot'], ['ignores-term']] as const)(
  'a server that %s is started, tested and stopped',
  async ([mode]) => {
    const { code, stdout, stderr } = await plantStore(startArgs(mode))
    expect(stdout).toContain('limit-honoured')
    expect(code).toBe(1)
    if (mode === 'is-late') expect(stderr).toContain('waiting up to 30.0 s for the server to start')
    expect(stderr).not.toContain('ended')
    expect(await isLeft(stdout)).toBe(false)
  },
)

test('a server that already listens at the base URL is not tested instead', async () => {
  const args = ['verify', await startRawServer(() => {}), '--start', 'sleep 100', ...COMMON]
  expect(await plantStore(args)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a server already listens at'),
  })
})

test.concurrent('the replay command in a report restarts the server', async ({ onTestFinished: onEnd }) => {
  const file = join(createFolder({}, onEnd), 'my report.json')
  const args = startArgs('serves', '--report', 'terminal', '--report', `json=${file}`)
  const { stdout } = await plantStore(args)
  const report = JSON.parse(readFileSync(file, 'utf8'))
  expect(report.target).toMatchObject({ name: '127.0.0.1', start: { command: args[3] } })
  // The plan `monitor` runs only the kit's own checks.
  expect(report.engines).toMatchObject([{ name: 'probes' }])
  expect(report.findings).toContainEqual(expect.objectContaining({ note: 'needs --plan full' }))
  const [, replay = ''] = /again +plant-store-kit (replay .* limit-honoured .*)$/m.exec(stdout) ?? []
  const env = { PLANT_STORE_TOKEN: 'a-valid-token' }
  const again = await startPlantStore([], { shell: `"$0" "$1" ${replay}`, env }).ended
  expect(again.stderr).toBe('')
  expect(again.stdout).toContain('still fails')
  expect(again.code).toBe(1)
  expect(await isLeft(again.stdout)).toBe(false)
  const forgotten = await plantStore(['replay', file, 'limit-honoured'], env)
  expect(forgotten.stderr).toMatch(/expected --base-url with the server's address/)
  expect(forgotten.code).toBe(2)
})

test('if a server exits immediately, the run is incomplete, and the report shows the last lines of its output', async () => {
  const log = join(createFolder(), 'server.log')
  const { code, stdout, ms } = await plantStore(startArgs('ends', '--start-log', log))
  const text = stdout.replaceAll(/\s+/g, ' ')
  expect(code).toBe(3)
  expect(text).toContain('exited with code 4 before its server answered. The last output: line 26 |')
  const last = String.raw`\x9b2J:\x3aerror:\x3ano database for ***`
  expect(text).toContain(`| line 29 | ${last}`)
  expect(readFileSync(log, 'utf8')).toContain(`line 29\n${last}\n`)
  // A server that does not exit has 30 seconds to start.
  expect(ms).toBeLessThan(25_000)
})

test('the output of a server that does not answer is shown, because it may name another port', async () => {
  const start = ['--start', 'PORT={port}; echo listening on port 3000; sleep 100', '--wait-timeout', '1']
  const { stderr } = await plantStore(['verify', 'http://127.0.0.1:{port}', ...start, ...COMMON])
  expect(stderr).toContain('--start failed. The last output: listening on port 3000\n')
})

/** Runs `verify --start` with a valid server that exits during the run. */
const verifyDying = (reason: string, folder: string) =>
  plantStore([
    ...['verify', 'http://127.0.0.1:{port}', '--token', 'token-alice', '--engine', 'probes'],
    ...['--start', `"${process.execPath}" "${DYING}" {port} ${reason} "${join(folder, 'ended')}"`],
    ...['--start-log', join(folder, 'server.log')],
  ])

test.concurrent.for(['5', '140'])(
  'a server that ends once, after %s requests, is restarted and not blamed',
  async (requests, { onTestFinished: onEnd }) => {
    const folder = createFolder({}, onEnd)
    const { code, stdout } = await verifyDying(requests, folder)
    expect(stdout).not.toMatch(/^[✗!] [a-z]+-/m)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'During the run, the server that --start started exited with code 9. The last output:',
    )
    expect(code).toBe(3)
    expect(readFileSync(join(folder, 'server.log'), 'utf8')).toMatch(/^serving.*\nkilled\nserving/)
  },
)

test('the kit reports a server that exits at every large limit', async () => {
  const folder = createFolder()
  const { code, stdout } = await verifyDying('large', folder)
  // The order of concurrent requests determines which spelling of the query stops the server.
  expect(stdout).toMatch(/^✗ limit-positive-no-crash/m)
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /the server stops answering after \?(?:plant=(?:fern|[%\dA-F]+)&|kit-limit=1000&)?limit=\d{4,}(?:&kit=1|&other-limit=1000|&)?, and again when the request is repeated/,
  )
  // The run skips other requests that would stop the server, and sends the rest of the plan.
  expect(stdout).not.toContain('stopped early')
  expect(readFileSync(join(folder, 'server.log'), 'utf8')).toContain('no memory')
  expect(code).toBe(1)
})

test.concurrent.for([['Zm9vYmFyLW9mLWFsaWNlLTQ3MQ=='], ['3f2b8c1e-Alice-9d77-5a0e']] as const)(
  '--start-log contains no eight characters of %s if the server prints each Authorization header',
  async ([token], { onTestFinished: onEnd }) => {
    const folder = createFolder({}, onEnd)
    const [log, sent] = [join(folder, 'server.log'), join(folder, 'sent')]
    const start = `"${process.execPath}" "${PROGRAM}" {port} prints-headers "${sent}"`
    const args = ['verify', 'http://127.0.0.1:{port}', '--engine', 'probes', '--start', start]
    await plantStore([...args, '--start-log', log], { PLANT_STORE_TOKEN: token })
    const known = token.toLowerCase()
    const pieces = [...known.slice(7)].map((_, at) => known.slice(at, at + 8))
    const listRevealing = (file: string): string[] =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => pieces.some((piece) => line.toLowerCase().includes(piece)))
    const forms = new Set(listRevealing(sent))
    expect(forms.size).toBeGreaterThan(10)
    expect([...forms].filter((form) => !form.includes(token)).length).toBeGreaterThan(2)
    expect(listRevealing(log)).toEqual([])
    expect(readFileSync(log, 'utf8')).toContain(' Authorization: Bearer ***\n')
  },
)

test('no report contains a key in the environment of a server that sends it, or a password in the command', async () => {
  const folder = createFolder()
  const formats = ['terminal', 'json', 'html', 'har']
  const reports = formats.flatMap((format) => ['--report', `${format}=${join(folder, format)}`])
  const args = startArgs('sends-a-key --db-password Op3n-sesame', ...reports)
  const { code } = await plantStore(args, { DB_KEY: 'K3y+of the vault' })
  expect(code).toBe(1)
  for (const file of readdirSync(folder))
    expect(readFileSync(join(folder, file), 'latin1'), file).not.toMatch(/K3y\+of|the vault|Op3n/)
})

test('the kit reads the whole output that a server prints when the kit stops it', async () => {
  const lines: string[] = []
  const command = 'trap "seq 20000; exit" TERM; echo ready; while :; do sleep 0.05; done'
  const ended: string[] = []
  const server = await startServer(
    command,
    (line) => lines.push(line),
    (how) => ended.push(how),
  )
  await vi.waitFor(() => expect(lines).toEqual(['ready']), { timeout: 30_000 })
  await server.stop(5_000)
  expect(lines.filter((line) => line !== 'Terminated')).toEqual([
    'ready',
    ...Array.from({ length: 20_000 }, (_, index) => `${index + 1}`),
  ])
  expect(ended).toEqual([])
})
