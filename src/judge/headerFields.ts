import type { Field } from './exchange.ts'

/** The values of all headers with this name, which must be in lower case. */
export function fieldValues(fields: readonly Field[], name: string): string[] {
  const values: string[] = []
  // Every check calls this for every response. Most names differ in their length.
  for (const [field, value] of fields)
    if (field.length === name.length && field.toLowerCase() === name) values.push(value)
  return values
}

/** The members of all headers with this name, which are lists separated by commas. In lower case. */
export function listMembers(fields: readonly Field[], name: string): string[] {
  return fieldValues(fields, name).flatMap((value) => value.toLowerCase().split(',').map(trimBlanks))
}

/** Without the spaces and tabs around a value. A regular expression would take quadratic time. */
export function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text[start])) start += 1
  while (end > start && isBlank(text[end - 1])) end -= 1
  return text.slice(start, end)
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}

/** A media type in lower case, with separate parameters (RFC 9110 section 8.3.1). */
export type MediaType = { essence: string; parameters: ReadonlyMap<string, string> }

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const TYPE = new RegExp(`^(${TOKEN}/${TOKEN})((?:[ \\t]*;.*)?)$`, 's')
const PARAMETER = new RegExp(`^[ \\t]*;[ \\t]*(?:(${TOKEN})=(${TOKEN}|"(?:[^"\\\\]|\\\\.)*"))?`, 's')

const MAX_PARAMETERS = 100

/** Parses a Content-Type value; undefined if it is invalid or has more than 100 parameters. */
export function parseMediaType(value: string): MediaType | undefined {
  const [, essence, rest = ''] = TYPE.exec(value.trim()) ?? []
  if (essence === undefined) return undefined
  const parameters = new Map<string, string>()
  let left = rest.trimEnd()
  for (let count = 0; left !== ''; count += 1) {
    if (count === MAX_PARAMETERS) return undefined
    const match = PARAMETER.exec(left)
    if (!match) return undefined
    const [whole, name, raw = ''] = match
    if (name !== undefined) parameters.set(name.toLowerCase(), unquote(raw))
    left = left.slice(whole.length)
  }
  return { essence: essence.toLowerCase(), parameters }
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/gs, '$1') : value
}
