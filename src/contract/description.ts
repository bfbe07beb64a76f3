import querystring from 'node:querystring'
import { childPointer, isMap, valueAt } from './jsonPointer.ts'
import { isNamed, quote } from './words.ts'
import type { YamlSource } from './yaml.ts'

/** A value in an OpenAPI description, with its JSON pointer. `value` is undefined if the description has no value at this pointer. */
export type Place = {
  value: unknown
  pointer: string
  /** The keys of an object, or the indexes of an array. */
  names: readonly string[]
  /** Opens a property by its name, or a nested property by several names. */
  get: (...names: readonly string[]) => Place
  /** Opens the value at a JSON pointer of the description. */
  open: (pointer: string) => Place
  /** Throws a ContractError for a mistake in the value. */
  refuse: (reason: string) => never
  /** Records that the kit does not judge the value. Has no effect if the value is missing. */
  skip: (what: string) => void
}

/**
 * Opens a parsed description. `file` is the description's path in messages. Opening a reference returns the target of the reference.
 * `notJudged` receives the name, file and line of each part that the kit does not judge.
 */
export function openDescription(
  { value: document, lineOf }: YamlSource,
  file: string,
  notJudged: Set<string>,
) {
  const open = (start: string): Place => {
    const pointer = follow(start)
    const value = valueAt(document, pointer)
    const place: Place = {
      value,
      pointer,
      names: Object.keys(Object(value)),
      get: (...names) => names.reduce((at, name) => open(childPointer(at.pointer, name)), place),
      open,
      refuse: (reason) => {
        throw new ContractError(file, lineOf(pointer), reason)
      },
      skip: (what) => {
        if (value !== undefined) notJudged.add(`${what} (${file}:${lineOf(pointer)})`)
      },
    }
    return place
  }
  const follow = (pointer: string): string => {
    const value = valueAt(document, pointer)
    if (!isMap(value) || !('$ref' in value)) return pointer
    const reference = String(value.$ref)
    const { refuse } = open(`${pointer}/$ref`)
    if (!reference.startsWith('#/'))
      refuse(
        `the kit reads only one file, so $ref must begin with #/, got ${quote(reference)}; first join the files, for example with redocly bundle`,
      )
    // Decode the reference, because a fragment of a URI is percent-encoded.
    const target = querystring.unescape(reference.slice(1))
    if (valueAt(document, target) === undefined) refuse(`the description has no value at ${quote(reference)}`)
    return target
  }
  return open('')
}

/** The error for an OpenAPI description that the kit cannot use. The message names the mistake, or the part that the kit cannot use. */
export class ContractError extends Error {
  override readonly name = 'ContractError'
  readonly file: string
  /** The line, counted from 1; undefined if the error is about the whole file. */
  readonly line: number | undefined
  /** The message without the file and line. */
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
