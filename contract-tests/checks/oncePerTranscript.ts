import type { Facts } from '../../src/judge/check.ts'
import type { Exchange } from '../../src/judge/exchange.ts'

/**
 * Computes a value from all exchanges once, although checks need it for each of them. It reads `exchanges` at every call, so that
 * the outcome of a check is known to depend on them.
 */
export function oncePerTranscript<Value>(compute: (facts: Facts) => Value): (facts: Facts) => Value {
  const known = new WeakMap<readonly Exchange[], { value: Value }>()
  return (facts) => {
    const { exchanges } = facts
    const found = known.get(exchanges) ?? { value: compute(facts) }
    known.set(exchanges, found)
    return found.value
  }
}
