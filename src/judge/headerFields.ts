import { MIMEType } from 'node:util'
import type { Field } from './exchange.ts'

/** The values of all headers with this name, which must be in lower case. */
export function fieldValues(fields: readonly Field[], name: string): string[] {
  const values: string[] = []
  // Every check calls this for every response, so compare lengths first: most names differ in length.
  for (const [field, value] of fields)
    if (field.length === name.length && field.toLowerCase() === name) values.push(value)
  return values
}

/** The elements of all headers with this name, which are comma-separated lists. In lower case. */
export function listMembers(fields: readonly Field[], name: string): string[] {
  return fieldValues(fields, name).flatMap((value) => value.toLowerCase().split(',').map(trimBlanks))
}

/** The content codings of a message, in the order in which they were applied. */
export function listCodings(fields: readonly Field[]): string[] {
  return listMembers(fields, 'content-encoding').filter((coding) => coding !== '' && coding !== 'identity')
}

/** Removes the spaces and tabs around a value. Without the lookbehind, this would take quadratic time. */
export function trimBlanks(text: string): string {
  return text.replaceAll(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')
}

/** A media type in lower case, with separate parameters (RFC 9110 section 8.3.1). */
export type MediaType = { essence: string; parameters: ReadonlyMap<string, string> }

/** Longer values are not parsed: Node.js takes quadratic time for spaces. */
const MAX_TYPE = 1_000

/** Parses a Content-Type value; undefined if it is not a media type, or is longer than any real one. */
export function parseMediaType(value: string): MediaType | undefined {
  if (value.length > MAX_TYPE) return undefined
  try {
    const { essence, params } = new MIMEType(value)
    return { essence, parameters: new Map(params) }
  } catch {
    return undefined
  }
}
