/** Something wrong with the fixtures, at one place of one file. */
export class FixtureError extends Error {
  override readonly name = 'FixtureError'
  readonly file: string
  /** From 1; undefined where the file as a whole, or the folder, is meant. */
  readonly line: number | undefined
  readonly reason: string

  constructor(file: string, line: number | undefined, reason: string) {
    super(`${file}${line === undefined ? '' : `:${line}`}: ${reason}`)
    this.file = file
    this.line = line
    this.reason = reason
  }
}
