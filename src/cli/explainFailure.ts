import { CommanderError } from 'commander'
import type { ExitCode } from './exitCode.ts'
import { Interrupted } from './Interrupted.ts'
import { UsageError } from './UsageError.ts'

/** How the process ends after something was thrown: its exit code, and what to say on standard error. */
export type Failure = { code: ExitCode; text: string }

/** Tells misuse (one message, no stack) from a failure of the kit (an apology, and the stack for who asks). */
export function explainFailure(error: unknown, debug: boolean): Failure {
  if (error instanceof CommanderError) {
    // Help and version were asked for and are printed by now; help that nobody asked for stands for a missing command.
    return { code: error.exitCode === 0 ? 0 : 2, text: '' }
  }
  if (error instanceof UsageError) return usage(error.message)
  if (error instanceof Interrupted)
    return { code: 3, text: 'plant-store: interrupted; the run was not finished\n' }
  const message = error instanceof Error ? error.message : String(error)
  const stack = error instanceof Error ? error.stack : undefined
  const more = debug
    ? (stack ?? message)
    : 'Run it again with PLANT_STORE_DEBUG=1 to see where, and please report it.'
  return { code: 3, text: `plant-store: sorry, the kit itself failed: ${message}\n${more}\n` }
}

function usage(message: string): Failure {
  return { code: 2, text: `plant-store: ${message}\n` }
}
