#!/usr/bin/env node
import type { ExitCode } from './exitCode.ts'
import { explainFailure } from './explainFailure.ts'
import { program } from './program.ts'

// The one place that sets the exit code.
process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<ExitCode> {
  process.on('uncaughtException', (error) => process.exit(fail(error)))
  // Whoever reads our output may stop reading (`| head`); that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  let code: ExitCode = 0
  try {
    await program((ended) => {
      code = ended
    }).parseAsync(args, { from: 'user' })
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
