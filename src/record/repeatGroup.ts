import type { Exchange } from '../judge/exchange.ts'
import type { Outage } from '../judge/transcript.ts'
import { separate } from './groups.ts'
import { isLost, wasClosed } from './loss.ts'
import { describeOutage, type RecoveryOptions } from './outage.ts'

type RepeatOptions = Pick<RecoveryOptions, 'sendGroup' | 'add' | 'stopped'>

/**
 * Repeats requests that were sent at once and got no response, not one of them, though the server answers now. If it answers them
 * too, it was down for a moment.
 */
export async function repeatGroup(
  options: RepeatOptions,
  lost: readonly Exchange[],
  since: number,
): Promise<readonly Outage[]> {
  const { sendGroup, add, stopped } = options
  const [first] = lost
  if (!first) return []
  const again = await sendGroup(
    lost.map(({ probe }) => probe),
    first.attempt,
  )
  if (stopped() !== undefined) return []
  if (!again.some(isLost)) {
    add(again, lost)
    return [describeOutage(first, since, { recovered: true, confirmed: false })]
  }
  const isFound = await clearOthers(options, lost)
  if (!isFound && stopped() === undefined)
    add(again.map((exchange) => ({ ...exchange, attempt: exchange.attempt + 1 })))
  return []
}

/**
 * Repeats requests one at a time that got no response when they were sent at once. If some get none again and others do, a process
 * that answered them all died of those, and the others were only lost. Resolves to whether that is so.
 */
export async function clearOthers(
  { sendGroup, add, stopped }: RepeatOptions,
  lost: readonly Exchange[],
): Promise<boolean> {
  const repeated: { original: Exchange; again: Exchange }[] = []
  for (const original of lost) {
    const [again] = await sendGroup([separate(original.probe)], original.attempt)
    if (!again || stopped() !== undefined) return false
    repeated.push({ original, again })
  }
  const guilty = repeated.filter(({ again }) => wasClosed(again))
  const others = repeated.filter(({ again }) => !isLost(again))
  if (guilty.length === 0 || guilty.length + others.length < lost.length) return false
  add(
    [
      ...others.map(({ again }) => again),
      ...guilty.map(({ again }) => ({ ...again, attempt: again.attempt + 1 })),
    ],
    others.map(({ original }) => original),
  )
  return true
}
