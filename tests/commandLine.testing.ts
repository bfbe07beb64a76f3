import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { type EventEmitter, once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { faultyServers } from '../contract-tests/implementations/index.ts'
import { startImplementation } from '../contract-tests/implementations/startImplementation.ts'
import { runCli } from '../src/cli/run.ts'
import { startTestMock } from '../src/mock/mock.testing.ts'
import { isBuilt } from './build.testing.ts'
import { listen } from './listen.testing.ts'
import { readAll } from './runProgram.testing.ts'

/** The path of the command line: the built kit, which starts faster, or the source if the build is not up to date. */
export const PROGRAM = resolve(isBuilt() ? 'dist/cli/main.cjs' : 'src/cli/main.ts')

export type CommandResult = { code: number | null; stdout: string; stderr: string; ms: number }

/** The environment variables of a terminal, even if the tests run on a CI system. */
const TERMINAL = {
  npm_command: '',
  GITHUB_STEP_SUMMARY: '',
  GITHUB_OUTPUT: '',
  GITHUB_WORKSPACE: '',
  CI_PROJECT_DIR: '',
}

const STREAMS = ['stdout', 'stderr'] as const
let last: Promise<unknown> = Promise.resolve()

/** Runs the command line in this process, because that is fast. Runs wait for each other, because they share environment variables. */
export async function plantStore(
  args: string | readonly string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  const run = last.then(() => runHere(typeof args === 'string' ? args.split(' ') : args, env))
  last = run.catch(() => {})
  return run
}

async function runHere(args: readonly string[], env: Record<string, string>): Promise<CommandResult> {
  const start = performance.now()
  const result = { stdout: '', stderr: '' }
  const before = { ...process.env }
  const emitters: EventEmitter[] = [process, process.stdout, process.stderr]
  const listeners = emitters.map((emitter) =>
    emitter.eventNames().map((name) => [name, emitter.rawListeners(name)] as const),
  )
  const writers = STREAMS.map((name) => process[name].write)
  Object.assign(process.env, TERMINAL, env)
  for (const name of STREAMS)
    process[name].write = (text: string | Uint8Array, ...rest: unknown[]): boolean => {
      result[name] += text
      const done = rest.at(-1)
      if (typeof done === 'function') process.nextTick(done)
      return true
    }
  try {
    const code = await runCli(args)
    return { ...result, code, ms: performance.now() - start }
  } finally {
    for (const [index, name] of STREAMS.entries()) Object.assign(process[name], { write: writers[index] })
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
    for (const [index, emitter] of emitters.entries()) {
      const known = new Map(listeners[index])
      for (const name of emitter.eventNames())
        for (const listener of emitter.rawListeners(name))
          if (!known.get(name)?.includes(listener)) emitter.removeListener(name, listener as () => void)
    }
  }
}

/** Starts the command line in a process. A shell can prepare the process: `$0` and `$@` are the command line. */
export function startPlantStore(
  args: string | readonly string[],
  { env = {}, shell }: { env?: Record<string, string>; shell?: string } = {},
): { child: ChildProcessWithoutNullStreams; ended: Promise<CommandResult> } {
  const start = performance.now()
  const list = typeof args === 'string' ? args.split(' ') : args
  const line = [process.execPath, PROGRAM, ...list]
  const [command = '', ...rest] = shell === undefined ? line : ['bash', '-c', shell, ...line]
  const child = spawn(command, rest, { env: { ...process.env, ...TERMINAL, ...env } })
  const [stdout, stderr] = [readAll(child.stdout), readAll(child.stderr)]
  const ended = once(child, 'close').then(([code]) => ({
    code,
    stdout: stdout(),
    stderr: stderr(),
    ms: performance.now() - start,
  }))
  return { child, ended }
}

/** Starts a server that handles raw sockets, and returns its base URL. */
export async function startRawServer(serve: (socket: Socket) => void): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(serve))}`
}

export const startReferenceMock = async (): Promise<string> => (await startTestMock()).url

/** Starts the server with a fault, by default until the end of the test. */
export async function startFaulty(id: string, onEnd: (end: () => Promise<void>) => void = onTestFinished) {
  const fault = faultyServers.find((each) => each.id === id)
  if (!fault) throw new Error(`no fault ${id}`)
  const running = await startImplementation(fault.difference)
  onEnd(running.close)
  return running
}
