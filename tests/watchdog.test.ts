import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startPlantStore, startReferenceMock } from './commandLine.testing.ts'

// The thread that reads and judges must not be able to hold up the run, whatever it does.

/** Runs the code in the thread when it has sent some requests, or begins to judge. */
function inThread(how: 'reading' | 'judging', code: string): Record<string, string> {
  const hook = {
    reading: `import net from 'node:net'
      const { write } = net.Socket.prototype
      let requests = 0
      net.Socket.prototype.write = function (chunk, ...rest) {
        if (!isMainThread && String(chunk).startsWith('GET ') && ++requests === 40) act()
        return write.call(this, chunk, ...rest)
      }`,
    judging: `import { MessagePort } from 'node:worker_threads'
      const { postMessage } = MessagePort.prototype
      MessagePort.prototype.postMessage = function (message, ...rest) {
        postMessage.call(this, message, ...rest)
        if (!isMainThread && message.progress?.state === 'done') act()
      }`,
  }[how]
  const preload = `import { writeSync } from 'node:fs'
    import { isMainThread } from 'node:worker_threads'
    ${hook}
    function act() {
      writeSync(2, 'now\\n')
      ${code}
    }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` }
}

const SPIN = 'for (;;) {}'
const busy = 'The kit was busy with a response and did not react, so nothing was judged.'
type Row = {
  how: 'reading' | 'judging'
  code: string
  end: string
  signal?: NodeJS.Signals
  flags?: string
  stderr?: string
}

const rows: Row[] = (['reading', 'judging'] as const).flatMap((how) => [
  ...(['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => ({
    how,
    code: SPIN,
    end: `interrupted by ${signal}. ${busy}`,
    signal,
    stderr: 'plant-store: interrupted; reporting what was tested so far\n',
  })),
  {
    how,
    code: SPIN,
    end: `the time limit of 5 s was reached (--max-time). ${busy}`,
    flags: '--max-time 5',
  },
])
rows.push({
  how: 'judging',
  code: 'const all = []; for (;;) all.push(Array(1e6).fill(all.length))',
  end: 'the kit itself failed: Worker terminated due to reaching memory limit: JS heap out of memory.',
  stderr: 'plant-store: sorry, the kit itself failed: Worker terminated due to reaching memory limit',
})

test.for(rows)(
  'a run whose thread hangs while $how reports that it is incomplete: $end',
  { timeout: 60_000 },
  async ({ how, code, end, signal, flags, stderr }) => {
    const folder = mkdtempSync(join(tmpdir(), 'plant-store-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'report.json')
    const run = startPlantStore(
      [
        ...['verify', await startReferenceMock(), '--token', 'token-alice', '--report', `json=${file}`],
        ...(flags?.split(' ') ?? []),
      ],
      {
        env: {
          TMPDIR: folder,
          NODE_COMPILE_CACHE: join(tmpdir(), 'plant-store-test-cache'),
          ...inThread(how, code),
        },
      },
    )
    let began = performance.now()
    let children: string[] = []
    run.child.stderr.on('data', (text) => {
      if (!String(text).includes('now\n')) return
      began = performance.now()
      children = listChildren(run.child.pid)
      if (signal) run.child.kill(signal)
    })
    const ended = await run.ended
    const ms = performance.now() - began
    expect(ended.code, ended.stderr).toBe(3)
    expect(ended.stdout).toContain('! incomplete')
    if (stderr !== undefined) expect(ended.stderr).toContain(stderr)
    expect(ended.stderr).not.toMatch(/\n\s+at /)
    // Two seconds, and more on a machine that runs other tests. `npm run hostile` measures it alone.
    if (signal) expect(ms).toBeLessThan(4_000)
    if (flags) expect(ended.ms).toBeLessThan(12_000)
    const report = JSON.parse(readFileSync(file, 'utf8'))
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 3 })
    expect(report.reasons).toEqual([`The run was stopped early: ${end}`])
    expect(report.requests).toBeGreaterThan(0)
    if (how === 'reading') expect(children).toHaveLength(2)
    await vi.waitUntil(() => children.every((pid) => !isAlive(pid)), { timeout: 10_000 })
    await vi.waitUntil(() => readdirSync(folder).length === 1, { timeout: 10_000 })
  },
)

function listChildren(parent: number | undefined): string[] {
  return listProcesses().flatMap(([pid = '', of]) => (of === String(parent) ? [pid] : []))
}

function isAlive(pid: string): boolean {
  return listProcesses().some(([each, , state = '']) => each === pid && !state.startsWith('Z'))
}

function listProcesses(): string[][] {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
  return list.split('\n').map((line) => line.trim().split(/\s+/))
}
