import type { Fallback } from './commands/verify.ts'
import type { ExitCode } from './explainFailure.ts'
import { explainFailure } from './explainFailure.ts'
import { createProgram } from './program.ts'

/** Runs the command line. With a `fallback`, `verify` without a URL judges what that starts. */
export async function runCli(args: readonly string[], fallback?: Fallback): Promise<ExitCode> {
  process.on('uncaughtException', (error) => process.exit(fail(error)))
  // Whoever reads our output may stop reading (`| head`); that is no failure.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  let code: ExitCode = 0
  try {
    const finish = (ended: ExitCode): void => {
      code = ended
    }
    const line = await createProgram(args, finish, fallback)
    await line.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    return fail(error)
  }
}

function fail(error: unknown): ExitCode {
  const { code, text } = explainFailure(error, process.env.PLANT_STORE_DEBUG === '1')
  process.stderr.write(text)
  return code
}
