import { type ChildProcess, spawn } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { finished } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { findKitFile } from '../contract/files.ts'
import { HEAD_LIMIT } from '../record/http/connection.ts'

/** A Node.js process that runs an engine. The process exits when the kit's own process dies: see `stayWithParent`. */
export type Child = {
  send: (message: object) => void
  /** Resolves when the process has ended, to a description of its exit with the end of its error output. Never rejects. */
  ended: Promise<string>
  /** Ends the process. Resolves when the process has ended. */
  stop: () => Promise<void>
}

type ChildOptions = {
  /** The process's working directory. The process removes this folder when it ends. */
  folder: string
  /** Called with each message from the process. `onOutput` is called with its standard output. */
  onMessage: (message: unknown) => void
  onOutput?: (text: string) => void
}

/** The maximum memory in megabytes. A usual run needs less, but a list with many wrong plants could need far more. */
const MAX_MEMORY = 176
/** The space for new objects in megabytes. With V8's default for such a small heap, Prism would need more CPU time. */
const NEW_OBJECTS = 8
const KEPT_OUTPUT = 4_000
/** The milliseconds after which the kit kills a process that has not exited: a process that is still loading cannot react. */
const GRACE = 300

/** Runs a file with Node.js. The arguments must not contain secrets, because all users of the machine can list them. */
export function startChild(
  file: string,
  args: readonly string[],
  { folder, onMessage, onOutput = () => {} }: ChildOptions,
): Child {
  const bound = pathToFileURL(findScript('stayWithParent')).href
  const memory = [`--max-heap-size=${MAX_MEMORY}`, `--max-semi-space-size=${NEW_OBJECTS}`]
  // Engines must be able to read every response head that the kit can read.
  const head = `--max-http-header-size=${HEAD_LIMIT}`
  const flags = ['--no-warnings', head, ...memory, '--import', bound]
  const child = spawn(process.execPath, [...flags, file, ...args], {
    cwd: folder,
    env: selectEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    windowsHide: true,
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = keepEnd(errors + text)
  })
  child.stdout?.setEncoding('utf8').on('data', onOutput)
  child.on('message', onMessage)
  const ended = waitForEnd(child, () => errors.trim())
  return {
    send: (message) => {
      // If the child has ended, send nothing: `ended` reports the end.
      if (child.connected) child.send(message, () => {})
    },
    ended,
    async stop() {
      if (child.connected) child.disconnect()
      const force = setTimeout(() => child.kill('SIGKILL'), GRACE)
      await ended
      clearTimeout(force)
    },
  }
}

/** Returns the path of a script in this folder: the TypeScript source in a checkout, or the built file in the package. */
export function findScript(name: string): string {
  const path = import.meta.url.endsWith('.ts') ? `src/engines/${name}.ts` : `dist/src/engines/${name}.js`
  return findKitFile(path)
}

/** The environment variables that a child process needs to find its files. Other variables may contain secrets. */
const KEPT = 'PATH HOME USERPROFILE SystemRoot TMPDIR TEMP TMP NODE_DISABLE_COMPILE_CACHE'.split(' ')

function selectEnvironment(): NodeJS.ProcessEnv {
  const { env, versions } = process
  return {
    ...Object.fromEntries(KEPT.map((name) => [name, env[name]])),
    // If no folder is safe, undefined turns off the cache: another user could change the code in Node's default folder.
    NODE_COMPILE_CACHE: getCompileCacheDir(),
    // Node.js needs NODE_OPTIONS to find modules that Yarn's Plug'n'Play has installed.
    ...(versions.pnp !== undefined && { NODE_OPTIONS: env.NODE_OPTIONS }),
    NO_COLOR: '1',
    DO_NOT_TRACK: '1',
    SCARF_ANALYTICS: 'false',
  }
}

/** Keeps the last words of an output. Drops a word that was cut, because the kit could not mask a part of a token. */
function keepEnd(text: string): string {
  return text.length <= KEPT_OUTPUT ? text : text.slice(-KEPT_OUTPUT).replace(/^\S+/, '')
}

async function waitForEnd(child: ChildProcess, listErrors: () => string): Promise<string> {
  const how = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`the process could not be started: ${error.message}`))
    child.once('exit', (code, signal) =>
      resolve(`the process ${signal === null ? `ended with exit code ${code}` : `was killed by ${signal}`}`),
    )
  })
  // Wait for the streams, because Node.js emits no `close` event after this side has closed the channel.
  await Promise.allSettled([child.stdout, child.stderr].map((stream) => stream && finished(stream)))
  const errors = listErrors()
  if (errors.includes('heap out of memory')) return `the process needed more than ${MAX_MEMORY} MB of memory`
  return errors === '' ? how : `${how}: ${errors}`
}
