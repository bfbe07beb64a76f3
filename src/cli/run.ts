import { type ExitCode, reportFailure } from './errors.ts'
import { readCommandLine } from './program.ts'

/** Runs a command line, and returns its exit code. */
export async function runCli(args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = 0
  const finish = (ended: ExitCode): void => {
    if (code === 0 || ended === 1) code = ended
  }
  process.on('uncaughtException', (error) => {
    // If no command listens to this event to report its findings, end the process here.
    if (process.listenerCount('uncaughtException') > 1) return
    finish(reportFailure(error))
    process.exit(code)
  })
  // Ignore errors of standard error, so that they do not end the run.
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
    // Wait for one turn of the event loop, in which Node.js reports the errors of the last writes.
    await new Promise(setImmediate)
  } catch (error) {
    // If the command has already found violations, keep its exit code.
    finish(reportFailure(error))
  }
  return code
}
