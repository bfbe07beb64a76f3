import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from '../../contract/words.ts'
import { UsageError } from '../errors.ts'
import { openLog } from './serverLog.ts'

/** A server that a command started. */
export type StartedServer = {
  /** Aborts with the reason as a text if the server ends by itself. */
  ended: AbortSignal
  /** The last lines that it printed. */
  lastLines: () => string[]
  /** Ends the server and all that it started. Waits these milliseconds before it forces them to end. */
  stop: (patience?: number) => Promise<void>
}

type StartOptions = {
  /** The folder to start the command in. Default: the current one. */
  cwd?: string | undefined
  /** The file for what it prints. */
  log?: string | undefined
  /** Whether it is the same server again, so that the file keeps what it has. */
  isAgain?: boolean
  /** Masks the secrets of a line in that file. */
  hide?: (line: string) => string
}

const MOST_LINES = 20
/** Characters. A line may have any length. */
const MOST_TEXT = 64 * 1024
/** Milliseconds for a server to end by itself. */
const PATIENCE = 5_000
/** Milliseconds between two looks at whether it has. */
const INTERVAL = 20
/** Milliseconds to read what a server printed before it ended. What it left behind may print on. */
const REST = 200

/**
 * Starts a server with a shell command, in a process group of its own. Throws a UsageError if the folder or the file cannot be
 * used.
 */
export async function startServer(
  command: string,
  { cwd, log, isAgain = false, hide = (line) => line }: StartOptions = {},
): Promise<StartedServer> {
  const file = log === undefined ? undefined : openLog(log, isAgain ? 'a' : 'w', hide)
  const child = spawn(command, {
    shell: true,
    detached: process.platform !== 'win32',
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const streams = [child.stdout, child.stderr]
  const closed = Promise.all(streams.map((stream) => once(stream, 'close'))).finally(file?.close)
  let printed = ''
  for (const stream of streams) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-MOST_TEXT)
    })
    file?.follow(stream)
  }
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) => reject(new UsageError(`--start: ${describeStart(error, cwd)}`)))
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
    lastLines: () => printed.trimEnd().split('\n').slice(-MOST_LINES),
    stop: async (patience = PATIENCE) => {
      killGroup(child, 'SIGTERM')
      for (let waited = 0; waited < patience && isGroupAlive(child); waited += INTERVAL) await pause(INTERVAL)
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

/** The servers of a fleet can be many, so they share a listener for the end of this process. */
const running = new Set<ChildProcess>()

function killAll(): void {
  for (const child of running) killGroup(child, 'SIGKILL')
}

function describeStart(error: Error, cwd: string | undefined): string {
  return cwd !== undefined && 'code' in error && error.code === 'ENOENT'
    ? `the folder ${cwd} of --start-cwd does not exist`
    : messageOf(error)
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
