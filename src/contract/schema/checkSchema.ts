import type { Refuse } from '../ContractError.ts'
import { escapePointer, referencePointer, valueAt } from '../jsonPointer.ts'
import { didYouMean, listNames } from '../suggest.ts'
import { quote } from '../words.ts'
import { formats, freeFormats } from './formats.ts'
import {
  annotationKeywords,
  assertionKeywords,
  type KeywordValue,
  schemaKeywords,
  schemaTypes,
} from './keywords.ts'

/** Refuses a schema that is wrong, or that the kit cannot turn into checks: the first mistake ends it. */
export function checkSchema(document: unknown, pointer: string, refuse: Refuse): void {
  checkAt(document, pointer, [], refuse)
}

/** `above`: the schemas that this one is part of. */
function checkAt(document: unknown, pointer: string, above: readonly string[], refuse: Refuse): void {
  const schema = valueAt(document, pointer)
  if (above.includes(pointer)) refuse(pointer, 'this schema contains itself, so its checks would never end')
  if (schema === true) return
  if (schema === false) refuse(pointer, 'expected a schema, got false; use not: {} if no value is valid')
  if (!isMap(schema)) refuse(pointer, 'expected a schema (a map)')
  const inside = (child: string): void => checkAt(document, child, [...above, pointer], refuse)
  for (const [keyword, value] of Object.entries(schema)) {
    const own = `${pointer}/${escapePointer(keyword)}`
    checkKeyword(keyword, value, own, refuse)
    if (keyword === '$ref') inside(followReference(document, value, own, refuse))
    const holds = schemaKeywords[keyword]
    const isClosed =
      value === false && (CLOSING.has(keyword) || (keyword === 'items' && 'prefixItems' in schema))
    if (holds === 'one' && !isClosed) inside(own)
    if (holds === 'list') {
      if (!Array.isArray(value) || value.length === 0) refuse(own, 'expected a list of schemas')
      for (const index of Object.keys(value as object)) inside(`${own}/${index}`)
    }
    if (holds === 'map') {
      if (!isMap(value)) refuse(own, 'expected a map of schemas')
      for (const name of Object.keys(value as object)) {
        if (keyword === 'patternProperties') checkPattern(name, `${own}/${escapePointer(name)}`, refuse)
        inside(`${own}/${escapePointer(name)}`)
      }
    }
  }
}

/** Keywords that can be false: nothing more is allowed. */
const CLOSING = new Set(['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'])

const UNSUPPORTED: Readonly<Record<string, string>> = {
  nullable: 'OpenAPI 3.1 has no nullable; add "null" to type',
  writeOnly:
    'writeOnly: expected only members that responses have; remove it from the schema of the response',
  $schema: 'the kit reads the dialect of OpenAPI 3.1 only; remove $schema',
  $id: 'the kit cannot follow $id; use $ref with #/components/…',
  $anchor: 'the kit cannot follow $anchor; use $ref with #/components/…',
  $dynamicRef: 'the kit cannot follow $dynamicRef; use $ref with #/components/…',
  $dynamicAnchor: 'the kit cannot follow $dynamicAnchor; use $ref with #/components/…',
  $vocabulary: 'the kit cannot use $vocabulary; remove it',
}

function checkKeyword(keyword: string, value: unknown, pointer: string, refuse: Refuse): void {
  if (keyword.startsWith('x-') || keyword === '$ref') return
  const unsupported = Object.hasOwn(UNSUPPORTED, keyword) ? UNSUPPORTED[keyword] : undefined
  if (unsupported !== undefined && value !== false) refuse(pointer, unsupported)
  if (unsupported !== undefined || annotationKeywords.has(keyword) || Object.hasOwn(schemaKeywords, keyword))
    return
  const expected = Object.hasOwn(assertionKeywords, keyword) ? assertionKeywords[keyword] : undefined
  if (expected === undefined) refuse(pointer, describeUnknown(keyword))
  const { is, test } = VALUES[expected ?? 'anything']
  if (!test(value)) refuse(pointer, `${keyword}: expected ${is}, got ${quote(JSON.stringify(value))}`)
  if (keyword === 'pattern') checkPattern(String(value), pointer, refuse)
  if (keyword === 'format') checkFormat(String(value), pointer, refuse)
}

function describeUnknown(keyword: string): string {
  const hint = didYouMean(keyword, [...Object.keys(assertionKeywords), ...Object.keys(schemaKeywords)])
  return `unknown keyword ${quote(keyword)}${hint && `; ${hint}`}`
}

const VALUES: Readonly<Record<KeywordValue, { is: string; test: (value: unknown) => boolean }>> = {
  types: {
    is: `a type (${listNames(schemaTypes)}) or a list of types`,
    test: (value) =>
      Array.isArray(value)
        ? value.length > 0 && new Set(value).size === value.length && value.every(isType)
        : isType(value),
  },
  list: { is: 'a list with at least one value', test: (value) => Array.isArray(value) && value.length > 0 },
  anything: { is: 'a value', test: () => true },
  'positive number': { is: 'a number above 0', test: (value) => typeof value === 'number' && value > 0 },
  number: { is: 'a number', test: (value) => typeof value === 'number' },
  count: { is: 'a whole number from 0', test: (value) => Number.isInteger(value) && Number(value) >= 0 },
  pattern: { is: 'a regular expression', test: (value) => typeof value === 'string' },
  text: { is: 'text', test: (value) => typeof value === 'string' },
  boolean: { is: 'true or false', test: (value) => typeof value === 'boolean' },
  names: {
    is: 'a list of different names',
    test: (value) =>
      Array.isArray(value) &&
      value.every((name) => typeof name === 'string') &&
      new Set(value).size === value.length,
  },
  map: {
    is: 'a map from names to lists of names',
    test: (value) => isMap(value) && Object.values(value).every((names) => VALUES.names.test(names)),
  },
}

function isType(value: unknown): boolean {
  return schemaTypes.some((type) => type === value)
}

function checkPattern(source: string, pointer: string, refuse: Refuse): void {
  try {
    new RegExp(source, 'u')
  } catch {
    refuse(pointer, `expected a regular expression of ECMAScript (with the flag u), got ${quote(source)}`)
  }
}

function checkFormat(format: string, pointer: string, refuse: Refuse): void {
  if (Object.hasOwn(formats, format) || freeFormats.has(format)) return
  const known = listNames([...Object.keys(formats), ...freeFormats])
  refuse(pointer, `the kit cannot judge the format ${quote(format)}; use a pattern, or ${known}`)
}

/** The place in the same file that a reference leads to. */
export function followReference(
  document: unknown,
  reference: unknown,
  pointer: string,
  refuse: Refuse,
): string {
  const text = typeof reference === 'string' ? reference : JSON.stringify(reference)
  if (!text.startsWith('#/'))
    return refuse(
      pointer,
      `the kit reads one file, so $ref has to begin with #/, got ${quote(text)}; join the files first, for example with redocly bundle`,
    )
  const target = referencePointer(text)
  if (valueAt(document, target) === undefined) return refuse(pointer, `there is nothing at ${quote(text)}`)
  return target
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
