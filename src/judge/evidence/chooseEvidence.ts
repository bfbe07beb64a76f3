import type { Cause } from '../cause.ts'
import type { Exchange } from '../exchange.ts'
import type { CheckResult } from '../judgeChecks.ts'
import { rankRequest } from './rankRequest.ts'

const SHOWN = 2
/** To find out what an exchange is compared with takes time. */
const MOST_COMPARED = 4

/** Violating exchanges of different probes, the simplest one first. */
export function chooseEvidence(
  results: readonly CheckResult[],
  cause: Cause | undefined,
  exchanges: readonly Exchange[],
  listNeeded: (exchange: Exchange) => readonly Exchange[],
): Exchange[] {
  const violating = results.flatMap(({ violations }) => violations.map(({ exchange }) => exchange))
  const distinct = [...Map.groupBy(violating, ({ probe }) => probe.id).values()].flatMap(([first]) =>
    first ? [first] : [],
  )
  const rank = (one: Exchange, other: Exchange): number =>
    rankPrevious(one, cause, exchanges) - rankPrevious(other, cause, exchanges) ||
    countEarlier(one, cause) - countEarlier(other, cause) ||
    rankRequest(one, cause) - rankRequest(other, cause)
  const sorted = distinct.toSorted(rank)
  const [simplest] = sorted
  const equal = sorted.filter((each) => simplest && rank(each, simplest) === 0).slice(0, MOST_COMPARED)
  const [first = simplest] = sortByNeeded(equal, listNeeded)
  const others = sorted.filter((each) => each !== first)
  if (first === undefined) return []
  return [first, ...others].slice(0, SHOWN)
}

/** For a violation that depends on the connection: how many requests it needs. */
function countEarlier({ connection }: Exchange, cause: Cause | undefined): number {
  return cause?.traits.some(({ kind }) => kind === 'moment') ? connection.earlier : 0
}

/** Those that need the simplest other requests come first. */
function sortByNeeded(
  exchanges: readonly Exchange[],
  listNeeded: (exchange: Exchange) => readonly Exchange[],
): readonly Exchange[] {
  if (exchanges.length < 2) return exchanges
  const measured = exchanges.map((exchange) => ({
    exchange,
    rank: listNeeded(exchange).reduce((sum, each) => sum + rankRequest(each), 0),
  }))
  return measured.sort((one, other) => one.rank - other.rank).map(({ exchange }) => exchange)
}

/** For a violation that depends on the request right before: how unusual that one is. */
function rankPrevious(exchange: Exchange, cause: Cause | undefined, exchanges: readonly Exchange[]): number {
  if (!cause?.traits.some(({ key }) => key.startsWith('after:'))) return 0
  const { probe } = exchanges[exchanges.indexOf(exchange) - 1] ?? exchange
  return probe.parallel === undefined ? Number(probe.method !== 'GET') : 2
}
