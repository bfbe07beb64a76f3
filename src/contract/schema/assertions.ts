import { escapePointer, referencePointer, valueAt } from '../jsonPointer.ts'
import { formats } from './formats.ts'
import { assertionKeywords, choiceKeywords } from './keywords.ts'

/** One step into a body: a member, the element at an index, or each of them. */
export type Step = { member: string } | { index: number } | { each: 'element' | 'member' }

/** One requirement of a schema for the values at one place of a body. */
export type Assertion = {
  /** JSON pointer in the contract. Each name of `required` is an assertion of its own. */
  pointer: string
  keyword: string
  /** The value of the keyword; for `required`, one name. */
  value: unknown
  place: readonly Step[]
  /** Whether the member at the end of the place can be left out. */
  isOptional: boolean
}

type Position = Pick<Assertion, 'place' | 'isOptional'>

/** Lists the assertions of a body's schema, through its references. `checkSchema` makes sure that this ends. */
export function listAssertions(document: unknown, schemaPointer: string): Assertion[] {
  return listAt(document, schemaPointer, { place: [], isOptional: false })
}

function listAt(document: unknown, pointer: string, at: Position): Assertion[] {
  const schema = valueAt(document, pointer)
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([keyword, value]): Assertion[] => {
    const own = `${pointer}/${keyword}`
    const into = (step: Step, child: string, isOptional = false): Assertion[] =>
      listAt(document, child, { place: [...at.place, step], isOptional })
    const here: Assertion = { pointer: own, keyword, value, ...at }
    if (keyword === '$ref') return listAt(document, referencePointer(String(value)), at)
    if (keyword === 'required')
      return toList(value).map((name, index) => ({ ...here, pointer: `${own}/${index}`, value: name }))
    if (choiceKeywords.has(keyword)) return [here]
    if (keyword === 'properties') {
      const required = 'required' in schema ? toList(schema.required) : []
      return Object.keys(value as object).flatMap((member) =>
        into({ member }, `${own}/${escapePointer(member)}`, !required.includes(member)),
      )
    }
    if (keyword === 'patternProperties')
      return Object.keys(value as object).flatMap((pattern) =>
        into({ each: 'member' }, `${own}/${escapePointer(pattern)}`),
      )
    if (keyword === 'prefixItems')
      return toList(value).flatMap((_, index) => into({ index }, `${own}/${index}`))
    if (keyword === 'allOf')
      return toList(value).flatMap((_, index) => listAt(document, `${own}/${index}`, at))
    if (keyword === 'dependentSchemas')
      return Object.keys(value as object).flatMap((name) =>
        listAt(document, `${own}/${escapePointer(name)}`, at),
      )
    const each = EACH[keyword]
    if (each !== undefined) return value === false ? [here] : into({ each }, own)
    const isAssertion = keyword in assertionKeywords && !(keyword in PARTS)
    return isAssertion && isAsserted(keyword, value) ? [here] : []
  })
}

/** Keywords whose schema applies to each element or member that no other keyword covers. */
const EACH: Readonly<Record<string, 'element' | 'member'>> = {
  items: 'element',
  unevaluatedItems: 'element',
  additionalProperties: 'member',
  unevaluatedProperties: 'member',
}

/** Keywords that are part of `contains`. */
const PARTS = { minContains: true, maxContains: true }

function isAsserted(keyword: string, value: unknown): boolean {
  if (keyword === 'format') return Object.hasOwn(formats, String(value))
  return !(keyword === 'uniqueItems' && value === false)
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Finds the assertion that a violation is about: by the pointer of the assertion, and by that of the value. */
export function createAssertionFinder(
  assertions: readonly Assertion[],
): (clause: string, value: string) => Assertion | undefined {
  const byPointer = Map.groupBy(
    assertions.map((assertion) => ({ assertion, pattern: placePattern(assertion.place) })),
    ({ assertion }) => assertion.pointer,
  )
  return (clause, value) => byPointer.get(clause)?.find(({ pattern }) => pattern.test(value))?.assertion
}

/** Matches the JSON pointers of the values at a place. */
function placePattern(place: readonly Step[]): RegExp {
  const steps = place.map((step) => {
    if ('member' in step) return escapeRegExp(escapePointer(step.member))
    if ('index' in step) return String(step.index)
    return step.each === 'element' ? '\\d+' : '[^/]*'
  })
  return new RegExp(`^${steps.map((step) => `/${step}`).join('')}$`)
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
