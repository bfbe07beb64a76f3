import type { Contract, DocumentedResponse } from '../../contract/contract.ts'
import type { SchemaViolation } from '../../contract/violation.ts'
import { readJson } from './readJson.ts'

/** Violations in a long list after which the rest of it is not validated. */
const MAX_VIOLATIONS = 10_000
/** Characters above which a list is validated element by element. */
const LONG = 2 ** 18

/** Validates a text against all schemas. A long array is validated element by element, so it is never in memory as a whole. */
export function validateText(contract: Contract, text: string, duplicates: 'first' | 'last') {
  const result = validateValue(contract, text, duplicates)
  const { digits } = result.json
  if (digits.size === 0) return result
  const restore = (violations: readonly SchemaViolation[]): SchemaViolation[] =>
    violations.map((violation) => restoreDigits(violation, digits))
  const { plants, error, refusals } = result
  return {
    ...result,
    plants: restore(plants),
    error: restore(error),
    refusals: new Map([...refusals].map(([status, violations]) => [status, restore(violations)])),
  }
}

function validateValue(contract: Contract, text: string, duplicates: 'first' | 'last') {
  const { plants, error } = contract
  const validateOthers = (value: unknown) => ({
    error: error.validate(value),
    refusals: new Map(contract.refusals.map(({ status, validate }) => [status, validate(value)])),
  })
  if (text.length <= LONG || !isElementWise(plants)) {
    const json = readJson(text, { duplicates })
    const count = Array.isArray(json.value) ? json.value.length : undefined
    return { json, plants: plants.validate(json.value), ...validateOthers(json.value), count }
  }
  const violations: SchemaViolation[] = []
  let count = 0
  const element = (value: unknown, index: number): void => {
    count += 1
    if (violations.length >= MAX_VIOLATIONS) return
    for (const violation of plants.validate([value])) violations.push(moveTo(index, violation))
  }
  const json = readJson(text, { duplicates, element })
  violations.push(...plants.validate(json.value))
  return {
    json,
    plants: violations,
    ...validateOthers(json.value),
    count: Array.isArray(json.value) ? count : undefined,
  }
}

/** Whether the schema says nothing about the list as a whole, but that it is one. */
function isElementWise({ schema }: Pick<DocumentedResponse, 'schema'>): boolean {
  const keywords = Object.keys(schema.value as object)
  return keywords.every((keyword) => ['type', 'items', 'title', 'description'].includes(keyword))
}

/** Moves a violation of the only element of a list to the element's real index. */
function moveTo(index: number, violation: SchemaViolation): SchemaViolation {
  const pointer = violation.pointer.replace(/^\/0/, `/${index}`)
  return { ...violation, pointer, message: violation.message.replace(violation.pointer, pointer) }
}

/** Digits that an excerpt of the body shows as well. */
const MAX_DIGITS = 60

/** Shows a number as the text writes it, not the value that the validator got in its place. */
function restoreDigits(violation: SchemaViolation, digits: ReadonlyMap<number, string>): SchemaViolation {
  const raw = [...digits].find(([value]) => violation.actual === `the number ${value}`)?.[1]
  if (raw === undefined) return violation
  const written = `the number ${raw.length > MAX_DIGITS ? `${raw.slice(0, MAX_DIGITS)}…` : raw}`
  return {
    ...violation,
    actual: written,
    message: violation.message.replace(violation.actual, () => written),
  }
}
