import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'

/** What a command took. */
export type Timing = {
  wallMs: number
  /** Processor time, in user and system mode, with all child processes. */
  processorMs: number
  output: string
}

/** Prints the process id of the command, and the times of the shell and of all that it waited for. */
const SCRIPT = '"$@" 3>&- & echo "$!" >&3; wait "$!"; code=$?; times >&3; exit "$code"'

/**
 * Runs a command until it ends, or until its output matches `until`, which ends it. Rejects if it ends with another exit code than
 * these, or without that output.
 */
export async function timeCommand(
  [program, ...args]: readonly [string, ...string[]],
  { until, exitCodes = [0] }: { until?: RegExp; exitCodes?: readonly number[] } = {},
): Promise<Timing> {
  const began = performance.now()
  const child = spawn('sh', ['-c', SCRIPT, 'sh', program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [, stdout, stderr, times] = child.stdio as unknown as readonly [null, Readable, Readable, Readable]
  const texts = { output: '', errors: '', times: '' }
  let wallMs: number | undefined
  stderr.setEncoding('utf8').on('data', (text: string) => (texts.errors += text))
  times.setEncoding('utf8').on('data', (text: string) => (texts.times += text))
  stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.output += text
    if (wallMs !== undefined || until?.test(texts.output) !== true) return
    wallMs = performance.now() - began
    process.kill(Number.parseInt(texts.times, 10), 'SIGKILL')
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  if (until ? wallMs === undefined : code === null || !exitCodes.includes(code))
    throw new Error(`${args.join(' ')} ended with exit code ${code}\n${texts.output}${texts.errors}`)
  return {
    wallMs: wallMs ?? performance.now() - began,
    processorMs: readTimes(texts.times),
    output: texts.output,
  }
}

/** The times of all processes that the shell waited for are on the last line: `0m0.350000s 0m0.060000s`. */
function readTimes(text: string): number {
  const last = text.trim().split('\n').at(-1) ?? ''
  const parts = [...last.matchAll(/(\d+)m([\d.]+)s/g)]
  return parts.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  )
}
