import { escapeText } from '../reporters/text/escapeText.ts'
import type { StartTarget } from './commands/verify.ts'
import { type ExitCode, explainFailure } from './explainFailure.ts'
import { createProgram } from './program.ts'

/** Runs a command line, and returns its exit code. With `startTarget`, `verify` needs no base URL. */
export async function runCli(args: readonly string[], startTarget?: StartTarget): Promise<ExitCode> {
  process.on('uncaughtException', (error) => process.exit(reportFailure(error)))
  // A reader such as `head` may close our output. That is not a failure.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  let code: ExitCode = 0
  try {
    const finish = (ended: ExitCode): void => {
      code = ended
    }
    const program = await createProgram(args, finish, startTarget)
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    return reportFailure(error)
  }
}

function reportFailure(error: unknown): ExitCode {
  const { code, text } = explainFailure(error, process.env.PLANT_STORE_DEBUG === '1')
  // A message may quote a server, a file or an argument.
  process.stderr.write(escapeText(text))
  return code
}
