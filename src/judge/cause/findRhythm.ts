import { ordinal } from '../../contract/words.ts'
import { type Exchange, isAuthorised } from '../exchange.ts'
import type { Cause, Judged } from './cause.ts'

/** What a server may count, and how a report says so. */
type Count = {
  what: string
  numbers: ReadonlyMap<Exchange, number>
  /** With fewer different numbers, a period may be a coincidence. Default: `FEW`. */
  least?: number
}

/** With fewer exchanges on one side, or on both together, a period may be a coincidence. */
const FEW = 3
const FEW_TOGETHER = 8

/** Finds out whether every nth request violates the check, and no other. */
export function findRhythm({ violating, passing, exchanges }: Judged): Cause | undefined {
  const [broken, sound] = [violating.filter(isInTurn), passing.filter(isInTurn)]
  if (broken.length < FEW || sound.length < FEW || broken.length + sound.length < FEW_TOGETHER)
    return undefined
  const judged = new Set([...violating, ...passing])
  const counts: Count[] = [
    { what: 'request', numbers: countExchanges(exchanges, () => true) },
    // Requests of another kind only stand somewhere between those that are counted.
    ...(broken.every(isAuthorised)
      ? [
          { what: 'GET request', numbers: countExchanges(exchanges, isAuthorised) },
          { what: 'success of the first user', numbers: countExchanges(exchanges, isSuccessOfFirstUser) },
        ]
      : []),
    { what: 'of these requests', numbers: countExchanges(exchanges, (each) => judged.has(each)) },
    {
      what: 'request of a connection',
      numbers: new Map(exchanges.map((each) => [each, each.connection.earlier + 1])),
      // Each connection counts anew.
      least: 2,
    },
  ]
  for (const { what, numbers, least = FEW } of counts) {
    // Requests that are not counted have the number of the one before, again and again.
    const different = new Set(broken.map((exchange) => numbers.get(exchange))).size
    const period = different < least ? undefined : findPeriod(broken, sound, numbers)
    if (period !== undefined)
      return { kind: 'moment', traits: [], when: `on every ${ordinal(period)} ${what}` }
  }
  return undefined
}

/** Whether it was not sent together with others: nothing says in which order the server read those. */
export function isInTurn({ probe }: Exchange): boolean {
  return probe.parallel === undefined
}

function isSuccessOfFirstUser({ probe, response }: Exchange): boolean {
  return response?.status === 200 && probe.credential.kind === 'valid'
}

/** Numbers the exchanges as a server does that counts these. It also counts redirected and retried requests. */
function countExchanges(
  exchanges: readonly Exchange[],
  isCounted: (exchange: Exchange) => boolean,
): ReadonlyMap<Exchange, number> {
  let number = 0
  return new Map(
    exchanges.map((exchange) => {
      if (isCounted(exchange)) number += 1 + exchange.hops.length + exchange.waited.length
      return [exchange, number]
    }),
  )
}

/** The largest period that all violating exchanges have and no other exchange does. */
function findPeriod(
  broken: readonly Exchange[],
  sound: readonly Exchange[],
  numbers: ReadonlyMap<Exchange, number>,
): number | undefined {
  const [first = 0, ...rest] = broken.map((exchange) => numbers.get(exchange) ?? 0)
  const period = rest.reduce((divisor, number) => divide(divisor, Math.abs(number - first)), 0)
  if (period < 2) return undefined
  const isInPeriod = (exchange: Exchange): boolean => ((numbers.get(exchange) ?? 0) - first) % period === 0
  return sound.some(isInPeriod) ? undefined : period
}

/** The greatest common divisor. */
function divide(one: number, other: number): number {
  return other === 0 ? one : divide(other, one % other)
}
