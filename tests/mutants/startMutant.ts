import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { InstrumentedServer } from './instrument.ts'
import type { RunningServer, Users } from './mutantServers.ts'
import type { MutantMessage, MutantTask } from './serveMutant.ts'

/** A server in a separate process, with or without an active mutant. */
export type RunningMutant = RunningServer & {
  /** Returns the numbers of the mutants whose code has run so far. */
  listReached: () => Promise<readonly string[]>
  /** Aborts if the process ends before `stop`. */
  crashed: AbortSignal
  stop: () => void
}

/** The maximum time for a server to start, in milliseconds. */
const LONGEST_START = 60_000

const PROGRAM = fileURLToPath(new URL('serveMutant.ts', import.meta.url))

/** Starts a server in a process. Returns undefined if a server with a mutant throws during startup, or never listens. */
export async function startMutant(
  { server, modules }: InstrumentedServer,
  mutant: string | undefined,
  users: Users,
): Promise<RunningMutant | undefined> {
  const child = fork(PROGRAM, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const stop = (): void => void child.kill('SIGKILL')
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4000)
  })
  const receive = (): Promise<MutantMessage | undefined> =>
    new Promise((resolve) => {
      child.once('message', (message: MutantMessage) => resolve(message))
      child.once('exit', () => resolve(undefined))
    })
  const timer = setTimeout(stop, LONGEST_START)
  child.send({ server: server.id, modules, mutant, users } satisfies MutantTask)
  const first = await receive()
  clearTimeout(timer)
  if (first === undefined || !('running' in first)) {
    if (mutant === undefined) throw new Error(`${server.id} did not start: ${errors}`)
    return undefined
  }
  const crash = new AbortController()
  const abort = (): void => crash.abort()
  child.once('exit', abort)
  return {
    ...first.running,
    stop: () => {
      child.off('exit', abort)
      stop()
    },
    crashed: crash.signal,
    listReached: async () => {
      const answer = receive()
      child.send('reached')
      const message = await answer
      return message !== undefined && 'reached' in message ? message.reached : []
    },
  }
}
