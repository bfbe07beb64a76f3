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

/** Removes the spaces and tabs around a value. Without the lookbehind, this would take quadratic time. */
export function trimBlanks(text: string): string {
  return text.replaceAll(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')
}
