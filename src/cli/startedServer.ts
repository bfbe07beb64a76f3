import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from '../contract/words.ts'
import { createMasker, listSecrets } from '../judge/mask.ts'
import type { Report } from '../judge/report.ts'
import type { Fact } from '../judge/transcript.ts'
import { escapeLine } from '../report/text/escapeText.ts'
import { shorten } from '../report/text/wrap.ts'
import { Interrupted, UsageError } from './errors.ts'
import type { targetFlags } from './flags.ts'
import type { FlagsOf } from './options.ts'
import { explain } from './output.ts'
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
const MAX_LINES = 20
/** Characters. A line may have any length. */
const MAX_PRINTED = 64 * 1024

/** The flags of a run about its server. */
type StartFlags = Omit<FlagsOf<typeof targetFlags>, 'baseline' | 'token'> & {
  token?: string | undefined
  name?: string | undefined
  timeout: number
  contract?: string | undefined
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
  /** Says in a report how the server was started. */
  describe: (report: Report) => Report
}

/**
 * Does a run while the server of --start is up, if there is that flag, and ends the server afterwards. If it ends by itself during the
 * run, starts it again, so that the run can find out whether a request is the reason. A free port takes the place of `{port}` in the
 * command and in the base URL. Throws a UsageError if the server cannot be started, or if another one answers in its place.
 */
export async function withServer<Result>(
  given: string,
  flags: StartFlags,
  stop: AbortSignal,
  run: (server: Server) => Promise<Result>,
): Promise<Result> {
  const { startLog, waitTimeout, name } = flags
  const log = startLog && insertName(startLog, nameTarget(given, name))
  if (flags.start === undefined)
    return run({
      baseUrl: given,
      name,
      waitTimeout: waitTimeout ?? 0,
      stop,
      answered: () => {},
      listFacts: () => [],
      describe: (report) => report,
    })
  const port = flags.start.includes(PLACEHOLDER) ? await findFreePort() : ''
  const start = flags.start.replaceAll(PLACEHOLDER, String(port))
  const baseUrl = given.replaceAll(PLACEHOLDER, String(port))
  await checkUnused(baseUrl, flags, stop)
  if (stop.aborted) throw new Interrupted()
  const hide = createHider(flags)
  const early = new AbortController()
  const facts: Fact[] = []
  let ends = 0
  let hasAnswered = false
  let isOver = false
  const watch = (server: StartedServer): StartedServer => {
    server.ended.addEventListener('abort', () => {
      const reason = String(server.ended.reason)
      const startedAgain = hasAnswered && !isOver && ends < MAX_RESTARTS
      const printed = describePrinted(server.lastLines(), hide)
      ends += 1
      // Later ends are mostly the same again, and the report counts them.
      if (ends === 1) {
        const lines = server.lastLines().map((line) => `  ${escapeLine(hide(line))}\n`)
        process.stderr.write(`plant-store-kit: ${reason}. Its last lines:\n${lines.join('')}`)
      }
      if (hasAnswered) facts.push({ kind: 'server-ended', how: reason, printed, startedAgain })
      else early.abort(`${reason}. ${printed}`)
      // If it cannot be started again, it stays down, which the run reports.
      if (startedAgain) running = startServer(start, { log, isAgain: true, hide }).then(watch, () => server)
    })
    return server
  }
  const first = watch(await startServer(start, { log, hide }))
  let running = Promise.resolve(first)
  try {
    return await run({
      baseUrl,
      // Names tell targets apart from run to run, so that of a free port has no port.
      name: name ?? (port === '' ? undefined : new URL(baseUrl).hostname),
      waitTimeout: waitTimeout ?? START_TIMEOUT,
      stop: AbortSignal.any([stop, early.signal]),
      answered: () => {
        hasAnswered = true
      },
      listFacts: () =>
        first.ended.aborted
          ? facts
          : [...facts, { kind: 'server-running', printed: describePrinted(first.lastLines(), hide) }],
      describe: (report) => describeStart(report, flags),
    })
  } finally {
    isOver = true
    await (await running).stop(stop.aborted ? INTERRUPTED_PATIENCE : undefined)
  }
}

/** Throws a UsageError if something answers where --start is about to start a server, because the run would test that instead. */
async function checkUnused(
  baseUrl: string,
  { header, ...options }: StartFlags,
  stop: AbortSignal,
): Promise<void> {
  const { findServer } = await import('../verify.ts')
  const found = await findServer(baseUrl, { ...options, headers: header }, stop)
  if (found === undefined) return
  const { url, status } = found
  const what = status === undefined ? `something listens at ${url}` : `${url} was answered with ${status}`
  throw new UsageError(
    `--start: ${what} before the server was started, so the run would not test your server. Stop what answers there, or use a free port: put {port} in place of the port, in --start and in the base URL`,
  )
}

/** The last lines without the frames of a stack trace, which are indented. On one line, because some formats show a reason in a cell. */
export function describePrinted(printed: readonly string[], hide: (line: string) => string): string {
  const lines = printed.filter((line) => line.trim() !== '')
  const outer = lines.filter((line) => !/^\s/.test(line))
  const last = (outer.length > 0 ? outer : lines).slice(-5).map((line) => shorten(hide(line.trim()), 200))
  return last.length === 0 ? 'It printed nothing.' : `It printed last: ${last.join(' | ')}`
}

/** The port that was free is gone when somebody reads the report, so curl lines read the port from `$PORT`. */
function describeStart(report: Report, { start = '', token = '', otherToken }: StartFlags): Report {
  const command = maskSettings(createMasker([token, ...otherToken])(start))
  const described = { ...report, target: { ...report.target, start: { command } } }
  if (!command.includes(PLACEHOLDER)) return described
  const { origin, port } = new URL(report.target.baseUrl)
  const anyPort = `"${origin.replace(`:${port}`, ':$PORT')}"'`
  const findings = report.findings.map((finding) => ({
    ...finding,
    evidence: finding.evidence.map((each) => ({
      ...each,
      curl: each.curl.replaceAll(`'${origin}`, anyPort),
    })),
  }))
  return { ...described, findings }
}

/** Creates the function that masks the secrets in a line of a log: those of the run, and what looks like a setting of a secret. */
export function createHider({
  token,
  otherToken,
  header,
}: Pick<StartFlags, 'token' | 'otherToken' | 'header'>): (line: string) => string {
  const mask = createMasker(listSecrets({ token, otherToken, headers: header }))
  return (line) => maskSettings(mask(line).replaceAll(AROUND_MASK, '***')).replaceAll(LOGGED_SETTING, '$1***')
}

/** Characters beside a masked token are of a bad token that the kit made from it. */
const AROUND_MASK = /(?<![\w.~+/-])[\w.~+/-]*\*{3}[\w.~+/=-]*/g

/** As logs write what `maskSettings` masks in a command. */
const LOGGED_SETTING =
  /((?:token|secret|passw(?:or)?d|key|credentials?)["']?: *)(?:"[^"]*"|'[^']*'|[^\s,}]+)/gi
const SECRET = /token|secret|pass|key|credential/i

/** Masks what looks secret in a command: `DB_PASSWORD=…`, `--api-key=…`, and the user and password in a URL. */
export function maskSettings(command: string): string {
  return command
    .replaceAll(/(?<![\w-])([\w-]+)=(?:'[^']*'|"[^"]*"|[^\s'"]+)/g, (setting, name: string) =>
      SECRET.test(name) ? `${name}=***` : setting,
    )
    .replaceAll(/\/\/[^\s/@]+@/g, '//***@')
}

const PLACEHOLDER = '{port}'

/** Throws a UsageError if only the command or only the URL has `{port}`. */
export function checkPort(start: string | undefined, baseUrl: string): void {
  const isInStart = start?.includes(PLACEHOLDER) === true
  if (baseUrl.includes(PLACEHOLDER) === isInStart) return
  const other = start === undefined ? `--start with ${PLACEHOLDER}` : `${PLACEHOLDER} in --start too`
  throw new UsageError(
    isInStart
      ? `expected ${PLACEHOLDER} in the base URL too, because --start has it, got ${baseUrl}`
      : `expected ${other}, because the base URL ${baseUrl} has it`,
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

/** A process that a command started. */
type StartedServer = {
  /** Aborts with the reason as a text if the server ends by itself. */
  ended: AbortSignal
  /** The last lines that it printed. */
  lastLines: () => string[]
  /** Ends the server and all that it started. Waits these milliseconds before it forces them to end. */
  stop: (patience?: number) => Promise<void>
}

/**
 * Starts a server with a shell command, in a process group of its own. What it prints goes to the file `log`, with its secrets masked,
 * and after what the file has if it is the same server again. Throws a UsageError if the file cannot be written.
 */
export async function startServer(
  command: string,
  {
    log,
    isAgain = false,
    hide = (line) => line,
  }: { log?: string | undefined; isAgain?: boolean; hide?: (line: string) => string } = {},
): Promise<StartedServer> {
  const file = log === undefined ? undefined : openLog(log, isAgain)
  const child = spawn(command, {
    shell: true,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const streams = [child.stdout, child.stderr]
  let printed = ''
  const closed = Promise.all(
    streams.map((stream) => {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed = (printed + text).slice(-MAX_PRINTED)
      })
      if (file === undefined) return once(stream, 'close')
      // Written at once, so that nothing is lost if this process is killed.
      const lines = createInterface(stream).on('line', (line) => writeSync(file, `${hide(line)}\n`))
      return once(lines, 'close')
    }),
  ).finally(() => file !== undefined && closeSync(file))
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) => reject(new UsageError(`--start: ${messageOf(error)}`)))
  })
  const ended = new AbortController()
  child.once('exit', async (code, signal) => {
    // A command that starts its server in the background ends at once.
    if (isGroupAlive(child)) return
    await Promise.race([closed, pause(REST)])
    const how = signal === null ? `with exit code ${code}` : `by ${signal}`
    ended.abort(`the server that --start started ended ${how}`)
  })
  if (running.size === 0) process.once('exit', killAll)
  running.add(child)
  return {
    ended: ended.signal,
    lastLines: () => printed.trimEnd().split('\n').slice(-MAX_LINES),
    stop: async (patience = PATIENCE) => {
      killGroup(child, 'SIGTERM')
      for (let waited = 0; waited < patience && isGroupAlive(child); waited += 20) await pause(20)
      killGroup(child, 'SIGKILL')
      running.delete(child)
      if (running.size === 0) process.removeListener('exit', killAll)
      await Promise.race([closed, pause(REST)])
      // What it started may hold these open.
      for (const stream of streams) stream.destroy()
      child.unref()
    },
  }
}

function openLog(file: string, isAgain: boolean): number {
  try {
    mkdirSync(dirname(file), { recursive: true })
    return openSync(file, isAgain ? 'a' : 'w')
  } catch (error) {
    throw new UsageError(`--start-log: ${file} cannot be written: ${explain(error)}`)
  }
}

/** Several targets can have many servers, so they share a listener for the end of this process. */
const running = new Set<ChildProcess>()

function killAll(): void {
  for (const child of running) killGroup(child, 'SIGKILL')
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
