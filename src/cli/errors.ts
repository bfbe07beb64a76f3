import { didYouMean } from '../contract/suggest.ts'
import { isNamed, messageOf } from '../contract/words.ts'
import { escapeText } from '../report/text/escapeText.ts'

/** The exit codes: 0 for success, 1 for violations or worse results, 2 for a usage error, 3 for an incomplete run or another failure. */
export type ExitCode = 0 | 1 | 2 | 3

/** Sets a command's exit code, which is 0 by default. In later calls, 1 replaces every code, and 0 replaces no code. */
export type Finish = (code: ExitCode) => void

/** A mistake in a command line or a file, with exit code 2. The message says what is wrong, and usually names the fix. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Converts an error from another part of the kit to a UsageError, with `place` in front of the message. */
export function checked<Value>(read: () => Value, place = ''): Value {
  try {
    return read()
  } catch (error) {
    throw new UsageError(place + messageOf(error))
  }
}

/** Replaces flags in the message of a usage error with the variables or configuration keys that set these flags. */
export function namePlaces(error: unknown, places: ReadonlyMap<string, string>): unknown {
  if (!(error instanceof UsageError)) return error
  return new UsageError(error.message.replaceAll(/--[a-z-]+/g, (flag) => places.get(flag) ?? flag))
}

/** Creates the error for a mistake in a file. If `line` is undefined, the error is about the whole file. */
export function fileError(file: string, reason: string, line?: number | string): UsageError {
  return new UsageError(`${line === undefined ? file : `${file}:${line}`}: ${reason}`)
}

/** The error after the user has stopped a command before its first request. The command has no result, but the kit did not fail. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** Prints an error to standard error, and returns the exit code. */
export function reportFailure(error: unknown): ExitCode {
  const { code, text } = explainFailure(error)
  // Escape the message, because it may quote text from a server, a file or an argument.
  process.stderr.write(escapeText(`plant-store-kit: ${text}\n`))
  return code
}

/** Explains an error. Unexpected errors count as bugs in the kit. With PLANT_STORE_DEBUG, the text about a bug contains the stack trace. */
export function explainFailure(error: unknown): { code: ExitCode; text: string } {
  const message = messageOf(error)
  if (error instanceof UsageError || isNamed(error, 'ContractError')) return { code: 2, text: message }
  if (error instanceof Interrupted) return { code: 3, text: 'interrupted before the first request' }
  const more = process.env.PLANT_STORE_DEBUG
    ? String((error as Error).stack)
    : 'Please report this bug. To see the stack trace, run the command again with PLANT_STORE_DEBUG=1.'
  return { code: 3, text: `sorry, the kit itself failed: ${message}\n${more}` }
}

/**
 * Listens for a signal or an uncaught error, which ends a run early: `stop` then aborts with the reason. A second signal, or a signal after
 * the verdict, ends the process.
 */
export function watchInterruption({
  endProgress = () => {},
  verdictCode = () => undefined,
}: {
  endProgress?: () => void
  /** Returns the verdict's exit code, or undefined until there is a verdict. */
  verdictCode?: () => ExitCode | undefined
}): { stop: AbortSignal; onError: (error: unknown) => void } {
  const controller = new AbortController()
  const interrupt = (signal: NodeJS.Signals): void => {
    const code = verdictCode()
    if (controller.signal.aborted || code !== undefined) process.exit(code === 1 ? 1 : 3)
    endProgress()
    process.stderr.write('plant-store-kit: interrupted; a second signal ends the process\n')
    controller.abort(`interrupted by ${signal}`)
  }
  const onError = (error: unknown): void => {
    endProgress()
    reportFailure(error)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
  process.once('uncaughtException', (error) => {
    onError(error)
    controller.abort(`the kit itself failed: ${messageOf(error)}`)
  })
  return { stop: controller.signal, onError }
}

/** Returns the first words of commands that the kit prints: `npx` and the package's name if npm or npx started this process. */
export function findProgram(): string {
  return process.env.npm_command ? 'npx plant-store-kit' : 'plant-store-kit'
}

/** Says that no check has this id, and suggests similar ids. */
export function describeUnknownCheck(id: string, ids: readonly string[]): string {
  const near = didYouMean(id, ids, 3)
  return `no check has the id "${id}"; ${near}${near && ' '}to list all checks, run ${findProgram()} checks`
}
