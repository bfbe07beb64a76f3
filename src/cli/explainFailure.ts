import { CommanderError } from 'commander'
import { ContractError } from '../contract/ContractError.ts'
import { messageOf } from '../contract/words.ts'
import { Interrupted, UsageError } from './errors.ts'

/** 0: success. 1: violations. 2: usage error. 3: incomplete, or a failure of the kit itself. */
export type ExitCode = 0 | 1 | 2 | 3

/** Sets the exit code with which a command ends. */
export type Finish = (code: ExitCode) => void

/** How the process ends after an exception: the exit code, and the text for standard error. */
export type ProcessEnd = { code: ExitCode; text: string }

/** A usage error is one message without a stack. Anything else is a bug in the kit: an apology, with the stack if `debug` is set. */
export function explainFailure(error: unknown, debug: boolean): ProcessEnd {
  if (error instanceof CommanderError) {
    // Commander has printed the help or the version. It throws the help with code 1 when the command is missing.
    return { code: error.exitCode === 0 ? 0 : 2, text: '' }
  }
  if (error instanceof UsageError || error instanceof ContractError)
    return { code: 2, text: `plant-store: ${error.message}\n` }
  if (error instanceof Interrupted)
    return { code: 3, text: 'plant-store: interrupted before the first request\n' }
  const message = messageOf(error)
  const stack = error instanceof Error ? error.stack : undefined
  const more = debug
    ? (stack ?? message)
    : 'Run it again with PLANT_STORE_DEBUG=1 to see the stack trace, and please report it.'
  return { code: 3, text: `plant-store: sorry, the kit itself failed: ${message}\n${more}\n` }
}
