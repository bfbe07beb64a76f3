import { type ExitCode, reportFailure } from './errors.ts'
import { readCommandLine } from './program.ts'

/** Runs a command line, and returns its exit code. */
export async function runCli(args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = 0
  const finish = (ended: ExitCode): void => {
    if (code === 0 || ended === 1) code = ended
  }
  process.on('uncaughtException', (error) => {
    // A command that can still report findings has its own listener for this event.
    if (process.listenerCount('uncaughtException') > 1) return
    finish(reportFailure(error))
    process.exit(code)
  })
  // Standard error contains only progress and messages, so a closed or full stream does not fail a run.
  process.stderr.on('error', () => {})
  process.stdout.on('error', ({ code: reason, message }: NodeJS.ErrnoException) => {
    // A reader such as `head` may close the output stream, which is not a failure.
    if (reason === 'EPIPE') return
    process.stderr.write(`plant-store-kit: cannot write to standard output: ${reason ?? message}\n`)
    finish(3)
  })
  try {
    const asked = await readCommandLine(args)
    if (typeof asked === 'string') process.stdout.write(asked)
    else await asked.run({ ...asked, finish })
    // Node.js reports the errors of the last writes in the next turn of the event loop.
    await new Promise(setImmediate)
  } catch (error) {
    // A later failure does not hide violations that the run has already found.
    finish(reportFailure(error))
  }
  return code
}
