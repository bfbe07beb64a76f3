import { UsageError } from './UsageError.ts'

/** A value that a flag cannot take. */
export class FlagError extends UsageError {
  /** The message without what gave the value. */
  readonly reason: string

  /** `source`: the flag or the variable that gave the value. */
  constructor(source: string, reason: string) {
    super(`${source}: ${reason}`)
    this.reason = reason
  }
}
