import { type ChildProcess, spawn } from 'node:child_process'
import { extname } from 'node:path'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from './childEnvironment.ts'

/** A Node process of ours that runs an engine. It ends by itself when this process is gone: see `bindToParent`. */
export type Child = {
  send: (message: object) => void
  onMessage: (listener: (message: unknown) => void) => void
  onOutput: (listener: (text: string) => void) => void
  /** Resolves when the process is gone, with how it ended in the engine's own words. Never rejects. */
  ended: Promise<string>
  /** Ends the process and resolves when it is gone. */
  stop: () => Promise<void>
}

const KEPT_OUTPUT = 4_000
/** Milliseconds in which a process may end by itself; one that is still loading hears nothing until it is done. */
const GRACE = 300

/** Runs `src/engines/<entry>` as a process of its own. Secrets go over the channel, never into `args`. */
export function startChild(entry: string, args: readonly string[], folder: string): Child {
  // Source runs as .ts, the published package as .js: a sibling has the extension that this file has.
  const file = fileURLToPath(new URL(`../${entry}${extname(import.meta.url)}`, import.meta.url))
  const child = spawn(process.execPath, ['--no-warnings', file, folder, ...args], {
    cwd: folder,
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    windowsHide: true,
  })
  const words = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      words[name] = (words[name] + text).slice(-KEPT_OUTPUT)
    })
  const ended = endOf(child, () => words.stderr.trim() || words.stdout.trim())
  return {
    send: (message) => {
      // A child that is gone is told of by `ended`; there is nothing to add here.
      if (child.connected) child.send(message, () => {})
    },
    onMessage: (listener) => child.on('message', listener),
    onOutput: (listener) => child.stdout?.on('data', listener),
    ended,
    stop: () => end(child, ended),
  }
}

async function endOf(child: ChildProcess, ownWords: () => string): Promise<string> {
  const how = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`it could not be started: ${error.message}`))
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`),
    )
  })
  // Node has a `close` for this, which does not come once the channel was closed from here.
  await Promise.allSettled([child.stdout, child.stderr].map((stream) => stream && finished(stream)))
  const words = ownWords()
  return words === '' ? how : `${how}: ${words}`
}

async function end(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.connected) child.disconnect()
  const force = setTimeout(() => child.kill('SIGKILL'), GRACE)
  await ended
  clearTimeout(force)
}
