import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { readReason } from '../contract/words.ts'
import { createMasker, listSecrets } from '../judge/mask.ts'
import type { Fact } from '../judge/transcript.ts'
import { escapeLine } from '../report/text/escapeText.ts'
import { shorten } from '../report/text/wrap.ts'
import { Interrupted, UsageError } from './errors.ts'
import type { targetFlags } from './flags.ts'
import type { FlagsOf } from './options.ts'
import { insertName, nameTarget } from './reports.ts'

/** Seconds for the server that --start starts. */
const START_TIMEOUT = 30
/** How often a server that ends by itself is started again: each of the outages after which a run stops needs three, if requests were sent at once. */
const MAX_RESTARTS = 15
/** Milliseconds for that server to end by itself, and when the run is interrupted. */
const PATIENCE = 5_000
const INTERRUPTED_PATIENCE = 1_000
/** Milliseconds to read what a server printed before it ended. What it left behind may print on. */
const REST = 200
/** The last lines that are kept, and characters of a line, which may have any length. */
const MAX_LINES = 20
const MAX_LINE = 10_000

/** The flags of a run about its server. */
type StartFlags = Omit<FlagsOf<typeof targetFlags>, 'baseline' | 'token'> & {
  token?: string | undefined
  name?: string | undefined
}

/** The server of a run, which --start may have started. */
export type Server = {
  /** Its base URL, with a port instead of `{port}`. */
  baseUrl: string
  /** Its name in reports; without one, its host and port. */
  name: string | undefined
  /** Seconds to wait until it answers. */
  waitTimeout: number
  /** Aborts when the run has to stop, or if the server ends before it has answered. */
  stop: AbortSignal
  /** Call it with the first response. From then on, the run itself finds out that the server has ended. */
  answered: () => void
  /** What became of it: how it ended by itself, each time, or that it ran to the end. */
  listFacts: () => readonly Fact[]
  /** How it was started, for reports: the command without its secrets. */
  startedBy?: string
}

/**
 * Does a run while the server of --start is up, if there is that flag, and ends the server afterwards. If it ends by itself during the
 * run, starts it again, so that the run can find out whether a request is the reason. A free port takes the place of `{port}` in the
 * command and in the base URL. Throws a UsageError if another server answers in its place.
 */
export async function withServer<Result>(
  given: string,
  flags: StartFlags,
  stop: AbortSignal,
  run: (server: Server) => Promise<Result>,
): Promise<Result> {
  const { start, startLog, waitTimeout, name } = flags
  if (start === undefined) {
    const nothing = { answered: () => {}, listFacts: () => [] }
    return run({ baseUrl: given, name, waitTimeout: waitTimeout ?? 0, stop, ...nothing })
  }
  const port = start.includes(PLACEHOLDER) ? await findFreePort() : undefined
  const baseUrl = given.replaceAll(PLACEHOLDER, String(port))
  await checkUnused(baseUrl, flags, stop)
  if (stop.aborted) throw new Interrupted()
  const hide = createHider(flags)
  const log = startLog === undefined ? undefined : openLog(insertName(startLog, nameTarget(given, name)))
  const early = new AbortController()
  const facts: Fact[] = []
  let hasAnswered = false
  let lines: string[] = []
  const print = (line: string): void => {
    const hidden = hide(line.slice(0, MAX_LINE))
    lines = [...lines, hidden].slice(-MAX_LINES)
    // Written immediately, so that nothing is lost if this process is killed.
    if (log !== undefined) writeSync(log, `${hidden}\n`)
  }
  const onEnd = (how: string): void => {
    const reason = `the server that --start started ended ${how}`
    const startedAgain = hasAnswered && facts.length < MAX_RESTARTS
    const printed = describePrinted(lines)
    // Later ends are mostly the same again, and the report counts them.
    if (facts.length === 0) {
      const last = lines.map((line) => `  ${escapeLine(line)}\n`)
      process.stderr.write(`plant-store-kit: ${reason}. Its last lines:\n${last.join('')}`)
    }
    if (hasAnswered) facts.push({ kind: 'server-ended', how: reason, printed, startedAgain })
    else early.abort(`${reason}. ${printed}`)
    // If it cannot be started again, it stays down, which the run reports.
    if (startedAgain) server = launch()
  }
  const launch = () => startServer(start.replaceAll(PLACEHOLDER, String(port)), print, onEnd)
  let server = launch()
  try {
    return await run({
      baseUrl,
      // Names tell targets apart from run to run, so that of a free port has no port.
      name: name ?? (port === undefined ? undefined : new URL(baseUrl).hostname),
      waitTimeout: waitTimeout ?? START_TIMEOUT,
      stop: AbortSignal.any([stop, early.signal]),
      answered: () => {
        hasAnswered = true
      },
      listFacts: () =>
        facts.length > 0 || early.signal.aborted
          ? facts
          : [{ kind: 'server-running', printed: describePrinted(lines) }],
      startedBy: hide(start),
    })
  } finally {
    await (await server).stop(stop.aborted ? INTERRUPTED_PATIENCE : PATIENCE)
    if (log !== undefined) closeSync(log)
  }
}

const PLACEHOLDER = '{port}'

/** Throws a UsageError if only the command or only the URL has `{port}`. */
export function checkPort(start = '', baseUrl: string): void {
  const isInStart = start.includes(PLACEHOLDER)
  if (isInStart === baseUrl.includes(PLACEHOLDER)) return
  throw new UsageError(
    `expected ${PLACEHOLDER} in both --start and the base URL, or in neither, got it only in ${isInStart ? '--start' : baseUrl}`,
  )
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Throws a UsageError if something answers where --start is about to start a server, because the run would test that instead. */
async function checkUnused(
  baseUrl: string,
  { unixSocket, resolve }: StartFlags,
  stop: AbortSignal,
): Promise<void> {
  // Other addresses than that of the URL are not looked at.
  if (unixSocket !== undefined || resolve.length > 0) return
  const url = `${baseUrl.replace(/\/$/, '')}/plants`
  const signal = AbortSignal.any([stop, AbortSignal.timeout(2_000)])
  const { status = 0 } = (await fetch(url, { redirect: 'manual', signal }).catch(() => undefined)) ?? {}
  // A gateway that waits for its server answers 502, 503 or 504.
  if (status === 0 || (status >= 502 && status <= 504)) return
  throw new UsageError(
    `--start: ${url} was answered with ${status} before the server was started, so the run would not test your server. Stop what answers there, or use a free port: put {port} in place of the port, in --start and in the base URL`,
  )
}

/** Creates the function that masks the secrets of a run, and what looks like one: `DB_PASSWORD=…`, `"apiKey": …`, the user in a URL. */
export function createHider({
  token,
  otherToken,
  header,
}: Pick<StartFlags, 'token' | 'otherToken' | 'header'>): (text: string) => string {
  const mask = createMasker(listSecrets({ token, otherToken, headers: header }))
  return (text) =>
    mask(text)
      .replaceAll(AROUND_MASK, '***')
      .replaceAll(SETTING, '$1***')
      .replaceAll(/\/\/[^\s/@]+@/g, '//***@')
}

/** Characters beside a masked token are of a bad token that the kit made from it. */
const AROUND_MASK = /(?<![\w.~+/-])[\w.~+/-]*\*{3}[\w.~+/=-]*/g
const SETTING =
  /((?:token|secret|pass|key|credential)[\w-]{0,20}["']?(?:=|: ?))(?:"[^"]*"|'[^']*'|[^\s,}'"]+)/gi

function openLog(file: string): number {
  try {
    mkdirSync(dirname(file), { recursive: true })
    return openSync(file, 'w')
  } catch (error) {
    throw new UsageError(`--start-log: ${file} cannot be written: ${readReason(error)}`)
  }
}

/** The last lines without the frames of a stack trace, which are indented. On one line, because some formats show a reason in a cell. */
export function describePrinted(printed: readonly string[]): string {
  const lines = printed.filter((line) => line.trim() !== '')
  const outer = lines.filter((line) => !/^\s/.test(line))
  const last = (outer.length > 0 ? outer : lines).slice(-5).map((line) => shorten(line.trim(), 200))
  return last.length === 0 ? 'It printed nothing.' : `It printed last: ${last.join(' | ')}`
}

/** Servers that have to end with this process, however it ends. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) killGroup(child, 'SIGKILL')
})

/**
 * Starts a server with a shell command, in a process group of its own. `print` gets each line that it prints, and `onEnd` says how it
 * ended by itself. `stop` ends it with all that it started, and waits these milliseconds before it forces them to end.
 */
export async function startServer(
  command: string,
  print: (line: string) => void,
  onEnd: (how: string) => void,
): Promise<{ stop: (patience: number) => Promise<void> }> {
  const child = spawn(command, {
    shell: true,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const streams = [child.stdout, child.stderr]
  const closed = Promise.all(
    streams.map((stream) => once(createInterface(stream).on('line', print), 'close')),
  )
  await once(child, 'spawn')
  running.add(child)
  let isStopped = false
  child.once('exit', async (code, signal) => {
    // A command that starts its server in the background ends immediately.
    if (isGroupAlive(child)) return
    await Promise.race([closed, pause(REST)])
    if (!isStopped) onEnd(signal === null ? `with exit code ${code}` : `by ${signal}`)
  })
  return {
    stop: async (patience) => {
      isStopped = true
      killGroup(child, 'SIGTERM')
      for (let waited = 0; waited < patience && isGroupAlive(child); waited += 20) await pause(20)
      killGroup(child, 'SIGKILL')
      running.delete(child)
      await Promise.race([closed, pause(REST)])
      // What it started may hold these open.
      for (const stream of streams) stream.destroy()
    },
  }
}

/** Signals the server and all that it started. On Windows, which has no process groups, ends them. */
function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' })
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // All of them have ended.
  }
}

function isGroupAlive({ pid, exitCode, signalCode }: ChildProcess): boolean {
  if (pid === undefined) return false
  if (process.platform === 'win32') return exitCode === null && signalCode === null
  try {
    return process.kill(-pid, 0)
  } catch {
    return false
  }
}
