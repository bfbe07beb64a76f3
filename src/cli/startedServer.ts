import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { createMasker, listSecrets } from '../judge/mask.ts'
import type { Fact } from '../judge/transcript.ts'
import type { VerifyOptions } from '../record/verifyOptions.ts'
import { shorten } from '../report/text/wrap.ts'
import { UsageError } from './errors.ts'
import type { targetFlags } from './flags.ts'
import type { FlagsOf } from './options.ts'
import { openFile } from './output.ts'
import { insertName, nameTarget } from './reports.ts'

/** How many seconds the server that --start starts has to answer. */
const START_TIMEOUT = 30
/** How often a server that exits is restarted. A run stops after a few outages, and each may need three restarts. */
const MAX_RESTARTS = 15
/** How many milliseconds that server has to exit by itself. */
const PATIENCE = 5_000
/** How many of the last lines are kept, and how many characters of each line. */
const MAX_LINES = 20
const MAX_LINE = 10_000

/** The flags about the server of a run. */
export type ServerFlags = Omit<FlagsOf<typeof targetFlags>, 'baseline' | 'token'> & {
  token?: string | undefined
  name?: string | undefined
}

/** The server under test, which --start may have started. */
export type Server = {
  /** The server's base URL, with a port instead of `{port}`. */
  baseUrl: string
  /** The options of the run that depend on how the server is started. The command is without its secrets. */
  options: Pick<VerifyOptions, 'name' | 'startedBy' | 'waitTimeout' | 'onProgress'>
  /** Aborts when the run has to stop, or if the server exits before its first response. */
  stop: AbortSignal
  /** How the server exited by itself, each time. */
  listFacts?: () => readonly Fact[]
}

/**
 * Starts the --start server, if that flag is set, performs a run, and stops the server afterwards. Restarts a server that exits during the
 * run, so that the run can find out whether a request caused the exit. Replaces `{port}` in the command and in the base URL with a free
 * port.
 */
export async function withServer<Result>(
  given: string,
  flags: ServerFlags,
  { stop, onProgress }: { stop: AbortSignal; onProgress?: VerifyOptions['onProgress'] | undefined },
  run: (server: Server) => Promise<Result>,
): Promise<Result> {
  const { start, startLog, waitTimeout, name } = flags
  checkPort(start, given)
  if (start === undefined)
    return run({ baseUrl: given, options: { name, waitTimeout, ...(onProgress && { onProgress }) }, stop })
  const port = start.includes(PLACEHOLDER) ? await findFreePort() : undefined
  const baseUrl = given.replaceAll(PLACEHOLDER, String(port))
  const hide = createHider(flags)
  const log = startLog && openFile(insertName(startLog, nameTarget(given, name)), "the server's output")
  if (log) writeFileSync(log, '')
  const early = new AbortController()
  const facts: Fact[] = []
  let hasAnswered = false
  let lines: string[] = []
  const print = (line: string): void => {
    const hidden = hide(line.slice(0, MAX_LINE))
    lines = [...lines, hidden].slice(-MAX_LINES)
    // Output is written immediately, so that nothing is lost if this process is killed.
    if (log) appendFileSync(log, `${hidden}\n`)
  }
  const onEnd = (how: string): void => {
    const reason = `the server that --start started ended ${how}`
    const startedAgain = hasAnswered && facts.length < MAX_RESTARTS
    const printed = describePrinted(lines)
    // From the first response on, the run itself notices if the server exits.
    if (hasAnswered) facts.push({ kind: 'server-ended', how: reason, printed, startedAgain })
    else early.abort(`${reason}. ${printed}`)
    // If the restart fails, the server stays down, which the run reports.
    if (startedAgain) server = launch()
  }
  const launch = () => startServer(start.replaceAll(PLACEHOLDER, String(port)), print, onEnd)
  let server = launch()
  try {
    return await run({
      baseUrl,
      options: {
        name: nameTarget(given, name),
        waitTimeout: waitTimeout ?? START_TIMEOUT,
        startedBy: hide(start),
        onProgress: (event) => {
          hasAnswered ||= event.done !== undefined
          onProgress?.(event)
        },
      },
      stop: AbortSignal.any([stop, early.signal]),
      listFacts: () => facts,
    })
  } finally {
    await (await server).stop(PATIENCE)
  }
}

const PLACEHOLDER = '{port}'

/** Throws a UsageError if only the command or only the URL has `{port}`. */
function checkPort(start = '', baseUrl: string): void {
  const isInStart = start.includes(PLACEHOLDER)
  if (isInStart === baseUrl.includes(PLACEHOLDER)) return
  throw new UsageError(
    `expected ${PLACEHOLDER} in both --start and the base URL, or in neither, got it only in ${isInStart ? '--start' : baseUrl}`,
  )
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}

/** Creates a function that masks the run's secrets, and anything like `DB_PASSWORD=…`, `"apiKey": …` or the user in a URL. */
export function createHider(flags: ServerFlags): (text: string) => string {
  const mask = createMasker(listSecrets({ ...flags, headers: flags.header }))
  return (text) =>
    mask(text)
      .replaceAll(SETTING, '$1***')
      .replaceAll(/\/\/[^\s/@]+@/g, '//***@')
}

const SETTING =
  /((?:token|secret|pass|key|credential)[\w-]{0,20}["']?(?:=|: ?))(?:"[^"]*"|'[^']*'|[^\s,}'"]+)/gi

/** The last lines without stack frames, which are indented. They are joined to one line, because some formats show them in a table cell. */
export function describePrinted(printed: readonly string[]): string {
  const lines = printed.filter((line) => /^\S/.test(line))
  const last = lines.slice(-5).map((line) => shorten(line.trim(), 200))
  return last.length === 0 ? 'It printed nothing.' : `It printed last: ${last.join(' | ')}`
}

/** Servers that must be stopped when this process ends, however it ends. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) signalGroup(child, 'SIGKILL')
})

/**
 * Starts a server with a shell command, in its own process group. `print` gets each line of its output, and `onEnd` is called with how it
 * exited by itself. `stop` ends the server and all its child processes, and kills them after the given number of milliseconds.
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
  for (const stream of streams) createInterface(stream).on('line', print)
  let isStopped = false
  // Its output has ended, too.
  const closed = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      resolve()
      // A command may start its server in the background and end.
      if (isStopped || signalGroup(child, 0)) return
      onEnd(signal === null ? `with exit code ${code}` : `by ${signal}`)
    })
  })
  await once(child, 'spawn')
  running.add(child)
  return {
    stop: async (patience) => {
      isStopped = true
      signalGroup(child, 'SIGTERM')
      await Promise.race([closed, pause(patience, undefined, { ref: false })])
      signalGroup(child, 'SIGKILL')
      running.delete(child)
      // A process that has left the group may keep these streams open.
      for (const stream of streams) stream.destroy()
    },
  }
}

/** Signals the server and its child processes. Returns false if all of them have exited. Windows has no process groups, so ends them. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false
  try {
    if (process.platform !== 'win32') return process.kill(-pid, signal)
    if (signal !== 0) spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' })
  } catch {
    // All these processes have already exited.
  }
  return false
}
