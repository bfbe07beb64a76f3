import type { Exchange } from '../exchange.ts'
import type { CheckResult } from '../judgeChecks.ts'
import type { Cause } from './cause.ts'
import { findCause } from './findCause.ts'
import { findElement } from './findElement.ts'
import type { ListTraits } from './trait.ts'

/** Parts of a violation that only repeat the status. */
const STATUS = new Set(['status', 'response'])

/** Finds out when a check is violated; undefined if it is not, or if it compares responses. */
export function explainResult(
  result: CheckResult,
  exchanges: readonly Exchange[],
  listTraits: ListTraits,
  isGuess = false,
): Cause | undefined {
  const { check, violations, passing } = result
  if (violations.length === 0 || check.compares) return undefined
  const violating = [...new Set(violations.map(({ exchange }) => exchange))]
  const isStatus = violations.every(({ violation }) => STATUS.has(violation.pointer))
  // A list that is too long is no cause of itself.
  const isWhole = violations.every(({ violation }) => violation.pointer === '')
  const cause = findCause({ violating, passing, exchanges, isStatus, isWhole, isGuess }, listTraits)
  return isAboutList(cause) ? (findElement(result) ?? cause) : cause
}

/** Whether it only says which lists violate the check: how long they are, or whose. */
function isAboutList({ kind, traits }: Cause): boolean {
  return ['any', 'most', 'none', 'probes'].includes(kind) && traits.every(({ key }) => key.startsWith('user'))
}
