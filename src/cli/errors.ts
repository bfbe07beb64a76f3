/** A mistake in how a command was called: exit code 2. The message says what was expected, what was received, and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** Where the mistake is, if it is in a file. */
  readonly place: { file: string; line: number | undefined } | undefined

  constructor(message: string, place?: UsageError['place']) {
    super(message)
    this.place = place
  }
}

/** Creates the error for a mistake in a file; without a line, in the whole file. */
export function fileError(file: string, line: number | string | undefined, reason: string): UsageError {
  return new UsageError(`${line === undefined ? file : `${file}:${line}`}: ${reason}`, {
    file,
    line: typeof line === 'number' ? line : undefined,
  })
}

/** An invalid value of an option. */
export class FlagError extends UsageError {
  /** The message without the source of the value. */
  readonly reason: string

  /** `source`: the flag or the environment variable that holds the value. */
  constructor(source: string, reason: string) {
    super(`${source}: ${reason}`)
    this.reason = reason
  }
}

/** The user stopped the run: no verdict, and no failure of the kit. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}
