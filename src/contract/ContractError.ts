import { isNamed } from './words.ts'

/** The kit cannot use a description: what is wrong in it, or what the kit cannot judge, and where. */
export class ContractError extends Error {
  override readonly name = 'ContractError'
  readonly file: string
  /** From 1; undefined for the whole file. */
  readonly line: number | undefined
  /** The message without the place. */
  readonly reason: string

  constructor(file: string, line: number | undefined, reason: string) {
    super(`${line === undefined ? file : `${file}:${line}`}: ${reason}`)
    this.file = file
    this.line = line
    this.reason = reason
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isNamed(value, 'ContractError')
  }
}
