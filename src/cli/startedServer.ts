import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SECRET_NAME } from '../contract/words.ts'
import { createMasker, listLogins, listSecrets } from '../judge/mask.ts'

/** The maximum number of characters in a line of output. A server may print a line that never ends. */
const MAX_LINE = 10_000
/** The servers to kill when this process exits. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) signalGroup(child, 'SIGKILL')
})

/**
 * Starts a server with a shell command, in a new process group. `print` gets each output line. `onEnd` gets text such as `exited with
 * code 1`, unless the kit stopped the server. `stop` ends the processes of the group, and kills them after the given time in milliseconds.
 */
export async function startServer(
  command: string,
  print: (line: string) => void,
  onEnd: (how: string) => void,
): Promise<{ stop: (patience: number) => Promise<void> }> {
  const detached = process.platform !== 'win32'
  const child = spawn(command, { shell: true, detached, stdio: ['ignore', 'pipe', 'pipe'] })
  const streams = [child.stdout, child.stderr]
  for (const stream of streams) {
    let rest = ''
    stream.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split(/\r?\n|\r(?!$)/).map((line) => line.slice(0, MAX_LINE))
      rest = lines.pop() ?? ''
      for (const line of lines) print(line)
    })
    stream.on('end', () => rest && print(rest))
  }
  let isStopped = false
  // Resolves when the command has exited and its output has ended.
  const closed = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      resolve()
      // Do not call `onEnd` if only the command has exited, because it may have started the server in the background.
      if (isStopped || signalGroup(child, 0)) return
      onEnd(signal === null ? `exited with code ${code}` : `was killed by ${signal}`)
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
      // Close the streams, because a process that has left the group may keep them open.
      for (const stream of streams) stream.destroy()
    },
  }
}

/** Signals the server's process group. Returns false if the group is empty. On Windows, returns false, and signals other than 0 kill. */
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

/** Lists likely secrets in the environment, which the server inherits: logins in URLs, and values of secret names, even within `a=1;b=2`. */
export function listInherited(): string[] {
  return Object.entries(process.env).flatMap(([name, value = '']) => {
    const isSecret = SECRET_NAME.test(name) || /key|pass|salt|webhook|private|connection/i.test(name)
    const [, , , ...parts] = /^\w+:\/\//.test(value) ? value.split(/[/?&=#]/) : []
    const values = /^[\w ]+=[^;]*;/.test(value) ? value.replaceAll(/(?:^|;)[\w ]+=/g, '\n') : value
    const lines = parts.length > 0 ? parts.filter(({ length }) => length >= 12) : values.split(/\r?\n/)
    const isPath = isAbsolute(value) && existsSync(value)
    return [...listLogins(value), ...(isSecret && !isPath ? lines : [])].filter((each) => UNUSUAL.test(each))
  })
}

/** Matches strings that are long or mix letters with other characters: if the kit masked short words, reports would be hard to read. */
const UNUSUAL = /.{8}|^(?=.*[a-z])(?=.*[^a-z]).{4}/is

/** Creates a function that masks the run's secrets, the values in strings such as `"apiKey": …`, and credentials in URLs. */
export function createHider(options: Parameters<typeof listSecrets>[0]): (text: string) => string {
  const mask = createMasker(listSecrets(options))
  return (text) =>
    mask(text)
      .replaceAll(SETTING, '$1***')
      .replaceAll(/\/\/[^\s/@]+@/g, '//***@')
}

const SETTING =
  /((?:token|secret|pass|key|credential|pwd|jwt|salt|auth(?!o))[\w-]{0,20}["']?(?: ?[=:] {0,2})|--[\w-]{0,20}(?:token|secret|pass|key|pwd|jwt|salt|auth)[\w-]{0,20} )(?:"[^"]*"|'[^']*'|[^\s,}'"]+)/gi
