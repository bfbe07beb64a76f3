import type { Validate } from '../violation.ts'
import { type Assertion, createAssertionFinder } from './assertions.ts'

/**
 * Adds to each violation the assertion that it is about. Leaves out what a validator also reports about the schemas of `anyOf` and the
 * like: the value need not match each of them, and the violation of `anyOf` itself says it all.
 */
export function attributeViolations(validate: Validate, assertions: readonly Assertion[]): Validate {
  const find = createAssertionFinder(assertions)
  return (value) => {
    const all = validate(value)
    const attributed = all.flatMap((violation) => {
      const assertion = find(violation.clause, violation.pointer)
      return assertion === undefined ? [] : [{ ...violation, assertion }]
    })
    const [lost] = all
    if (lost !== undefined && attributed.length === 0)
      throw new Error(`the kit has no assertion for ${lost.clause} at "${lost.pointer}"`)
    return attributed
  }
}
