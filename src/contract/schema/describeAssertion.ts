import { listNames } from '../suggest.ts'
import { pluralize } from '../words.ts'
import { formats } from './formats.ts'

/** What an assertion demands of a value: `is` continues "Every name …", `expected` stands alone. */
export type AssertionWords = { is: string; expected: string }

/** Puts an assertion of a schema into words. */
export function describeAssertion(keyword: string, value: unknown): AssertionWords {
  const words = WORDS[keyword]?.(value)
  if (words === undefined)
    return { is: `satisfies ${keyword}`, expected: `a value that satisfies ${keyword}` }
  if (typeof words !== 'string') return words
  return { is: `is ${words}`, expected: words }
}

type Words = (value: unknown) => string | AssertionWords

const length: (what: string, bound: string) => Words = (what, bound) => (value) => {
  const count = `${bound} ${pluralize(Number(value), what)}`
  return { is: `has ${count}`, expected: count }
}

const MEMBERS: AssertionWords = {
  is: 'has only the members that the contract names',
  expected: 'no other members than those that the contract names',
}

const ELEMENTS: AssertionWords = {
  is: 'has only the elements that the contract describes',
  expected: 'no other elements than those that the contract describes',
}

const WORDS: Readonly<Record<string, Words>> = {
  type: (value) => listNames([value].flat().map((type) => withArticle(String(type)))),
  enum: (value) => listNames(toTexts(value)),
  const: (value) => toTexts([value]).join(),
  format: (value) => formats[String(value)]?.is ?? `valid for the format ${String(value)}`,
  pattern: (value) => ({ is: `matches ${String(value)}`, expected: `text that matches ${String(value)}` }),
  minimum: (value) => `at least ${value}`,
  exclusiveMinimum: (value) => `more than ${value}`,
  maximum: (value) => `at most ${value}`,
  exclusiveMaximum: (value) => `less than ${value}`,
  multipleOf: (value) => `a multiple of ${value}`,
  minLength: length('character', 'at least'),
  maxLength: length('character', 'at most'),
  minItems: length('element', 'at least'),
  maxItems: length('element', 'at most'),
  minProperties: length('member', 'at least'),
  maxProperties: length('member', 'at most'),
  uniqueItems: () => ({ is: 'has no two equal elements', expected: 'no two equal elements' }),
  required: (value) => ({
    is: `has the member \`${value}\``,
    expected: `the member ${JSON.stringify(value)}, in exactly this spelling`,
  }),
  dependentRequired: () => ({
    is: 'has the members that go with its other members',
    expected: 'the members that dependentRequired demands',
  }),
  additionalProperties: () => MEMBERS,
  unevaluatedProperties: () => MEMBERS,
  items: () => ELEMENTS,
  unevaluatedItems: () => ELEMENTS,
  contains: () => ({
    is: 'contains the elements that the contract demands',
    expected: 'as many elements that match `contains` as the contract demands',
  }),
  propertyNames: () => ({
    is: 'has only member names that the contract allows',
    expected: 'member names that match `propertyNames`',
  }),
  oneOf: () => ({
    is: 'matches exactly one schema of `oneOf`',
    expected: 'a value that matches exactly one schema of `oneOf`',
  }),
  anyOf: () => ({
    is: 'matches a schema of `anyOf`',
    expected: 'a value that matches at least one schema of `anyOf`',
  }),
  not: () => ({
    is: 'does not match the schema of `not`',
    expected: 'a value that does not match the schema of `not`',
  }),
  if: () => ({
    is: 'matches `then` if it matches `if`, and `else` if it does not',
    expected: 'a value that matches `then` or `else`',
  }),
}

const MOST_TEXTS = 8

function toTexts(values: unknown): string[] {
  const texts = (Array.isArray(values) ? values : []).map((value) => JSON.stringify(value))
  return texts.length > MOST_TEXTS
    ? [...texts.slice(0, MOST_TEXTS), `${texts.length - MOST_TEXTS} more`]
    : texts
}

/** `a string`, `an array`, `null`. */
function withArticle(type: string): string {
  return type === 'null' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`
}
