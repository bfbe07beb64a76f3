import { type ChildProcess, spawn } from 'node:child_process'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../../contract/files.ts'

/** A Node.js process that runs an engine. It ends itself when this process dies: see `bindToParent`. */
export type Child = {
  send: (message: object) => void
  /** Calls this listener, in place of the one before, with each message of the process. */
  onMessage: (listener: (message: unknown) => void) => void
  /** Calls this listener, in place of the one before, with what the process prints. */
  onOutput: (listener: (text: string) => void) => void
  /** Resolves when the process has ended, with how it ended and what it printed. Never rejects. */
  ended: Promise<string>
  /** Ends the process. Resolves when it has ended. */
  stop: () => Promise<void>
}

/** Variables that a child needs to find its files. Only the forwarder connects to the target. */
const KEPT_VARIABLES = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'SystemRoot',
  'TMPDIR',
  'TEMP',
  'TMP',
  'NODE_COMPILE_CACHE',
  'NODE_DISABLE_COMPILE_CACHE',
]

/** Megabytes. A usual run needs 100; for a list of many wrong plants, Prism and Dredd would need gigabytes. */
const MOST_MEMORY = 224
const KEPT_OUTPUT = 4_000
/** Milliseconds for a process to end itself before it is killed. While it is loading it cannot react. */
const GRACE = 300

/** Runs `src/engines/<entry>` as a process. Secrets go over the channel, never into `args`. */
export function startChild(entry: string, args: readonly string[], folder: string): Child {
  // Source runs as .ts. The package has each entry once, for its ESM and its CommonJS build.
  const path = import.meta.url.endsWith('.ts') ? `src/engines/${entry}.ts` : `dist/src/engines/${entry}.js`
  const file = fileURLToPath(new URL(path, packageRoot))
  const child = spawn(
    process.execPath,
    ['--no-warnings', `--max-old-space-size=${MOST_MEMORY}`, file, folder, ...args],
    {
      cwd: folder,
      env: selectEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      windowsHide: true,
    },
  )
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] = keepEnd(output[name] + text)
    })
  let listeners = { message: (_: unknown) => {}, output: (_: string) => {} }
  child.on('message', (message) => listeners.message(message))
  child.stdout?.on('data', (text: string) => listeners.output(text))
  const ended = waitForEnd(child, () => output.stderr.trim() || output.stdout.trim())
  return {
    send: (message) => {
      // If the child has ended, `ended` reports it.
      if (child.connected) child.send(message, () => {})
    },
    onMessage: (message) => {
      listeners = { ...listeners, message }
    },
    onOutput: (output) => {
      listeners = { ...listeners, output }
    },
    ended,
    stop: () => endChild(child, ended),
  }
}

/** The environment of a child process: an allow list, so that no token, proxy or debugger flag is inherited. */
function selectEnvironment(): NodeJS.ProcessEnv {
  const kept = KEPT_VARIABLES.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  )
  const options = selectPnpOptions(process.env.NODE_OPTIONS)
  return {
    ...Object.fromEntries(kept),
    ...(options !== '' && { NODE_OPTIONS: options }),
    NO_COLOR: '1',
    DO_NOT_TRACK: '1',
    SCARF_ANALYTICS: 'false',
  }
}

/** Yarn's Plug'n'Play finds modules, which may be in archives, through these options of Node.js. The others are left out. */
export function selectPnpOptions(options = ''): string {
  const words = options.match(/"(?:\\.|[^"\\])*"|\S+/g) ?? []
  const isPnp = (word: string | undefined): boolean =>
    word !== undefined && /[/\\]\.pnp\.(c?js|loader\.mjs)"?$/.test(word)
  return words
    .filter(
      (word, index) =>
        isPnp(word) || (!word.includes('=') && word.startsWith('-') && isPnp(words[index + 1])),
    )
    .join(' ')
}

/** Keeps the last whole words of an output. Half a token could not be masked. */
function keepEnd(text: string): string {
  return text.length <= KEPT_OUTPUT ? text : text.slice(-KEPT_OUTPUT).replace(/^\S+/, '')
}

async function waitForEnd(child: ChildProcess, lastOutput: () => string): Promise<string> {
  const how = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`it could not be started: ${error.message}`))
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`),
    )
  })
  // Node.js has a `close` event for this, but does not emit it once this side has closed the channel.
  await Promise.allSettled([child.stdout, child.stderr].map((stream) => stream && finished(stream)))
  const output = lastOutput()
  if (output.includes('heap out of memory')) return `it needed more than ${MOST_MEMORY} MB of memory`
  return output === '' ? how : `${how}: ${output}`
}

async function endChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.connected) child.disconnect()
  const force = setTimeout(() => child.kill('SIGKILL'), GRACE)
  await ended
  clearTimeout(force)
}
