import type { ExitCode } from './errors.ts'
import { reportFailure } from './failure.ts'
import { createProgram } from './program.ts'

/** Runs a command line, and returns its exit code. */
export async function runCli(args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = 0
  const fail = (error: unknown): ExitCode => {
    const failed = reportFailure(error)
    // Violations that were found stay found, whatever fails afterwards.
    return code === 1 ? 1 : failed
  }
  process.on('uncaughtException', (error) => {
    // A command that can still say what it found has a listener of its own.
    if (process.listenerCount('uncaughtException') === 1) process.exit(fail(error))
  })
  // Standard error has only progress and messages: a run does not fail because it is closed or full.
  process.stderr.on('error', () => {})
  let outputError: string | undefined
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader such as `head` may close our output. That is not a failure.
    if (error.code !== 'EPIPE') outputError = error.code ?? error.message
  })
  try {
    const finish = (ended: ExitCode): void => {
      if (code === 0 || ended === 1) code = ended
    }
    const program = await createProgram(args, finish)
    await program.parseAsync(args, { from: 'user' })
    // Errors of the last writes are reported in the next turn.
    await new Promise(setImmediate)
  } catch (error) {
    return fail(error)
  }
  if (outputError === undefined) return code
  process.stderr.write(`plant-store-kit: cannot write to standard output: ${outputError}\n`)
  return code === 0 ? 3 : code
}
