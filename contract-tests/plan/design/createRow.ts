import type { Contract } from '../../../src/contract/contract.ts'
import type { Conditions, Probe, Turns } from '../../../src/judge/exchange.ts'
import type { Compose, PlanFacts } from '../../../src/judge/suite.ts'
import { areCompatible, dimensions, dropUsual, findValue } from './dimensions.ts'
import { isRefusable } from './planDimension.ts'

export type RowContext = {
  contract: Contract
  facts: PlanFacts
  /** For values with several variants, such as `between`: the number of the variant to send, by the dimension's id. Default: 0. */
  turns?: Turns
}

type RowDefinition = Pick<Probe, 'id' | 'reason'> & { conditions: Conditions } & Partial<
    Pick<Probe, 'connection' | 'parallel'>
  >

/** Creates the operation's GET request with those of the conditions that are possible in this run. */
export function createRow(context: RowContext, { conditions, ...definition }: RowDefinition): Probe {
  const { facts, turns = {} } = context
  const chosen = dimensions.flatMap(({ id }) => {
    const value = findValue(id, conditions[id])
    return value === undefined || value.isPossible?.(facts) === false ? [] : [{ dimension: id, value }]
  })
  const plain: Probe = {
    method: 'GET',
    credential: facts.credentials.valid,
    limit: 'absent',
    documented: true,
    // The property `limit`, and not `benign`, shows whether a server may refuse a limit.
    benign: !chosen.some(({ dimension, value }) => dimension !== 'limit' && isRefusable(value)),
    conditions: dropUsual(Object.fromEntries(chosen.map(({ dimension, value }) => [dimension, value.id]))),
    ...definition,
  }
  let probe = plain
  const taken: [dimension: string, turn: number][] = []
  for (const { dimension, value } of chosen) {
    const change = (turn: number) => value.change?.(probe, { ...context, turn })
    const changed = change(turns[dimension] ?? 0)
    // Several turns may send the same string, so note the first of them: the judge compares these numbers.
    const text = JSON.stringify(changed)
    let first = 0
    while (JSON.stringify(change(first)) !== text) first += 1
    if (first > 0) taken.push([dimension, first])
    probe = { ...probe, ...changed }
  }
  return taken.length === 0 ? probe : { ...probe, turns: Object.fromEntries(taken) }
}

/** A request that only prepares or accompanies another request. */
type Filler = Pick<Probe, 'id'> & Partial<Pick<Probe, 'connection' | 'parallel'>>

/** Creates a HEAD request to the URL of a GET request. */
export function createHead(
  { facts }: RowContext,
  { query, limit, maxResults }: Probe,
  filler: Filler,
): Probe {
  return {
    reason: 'whether HEAD has the same headers as GET, and whether HEAD affects later requests',
    method: 'HEAD',
    credential: facts.credentials.valid,
    limit,
    ...(query !== undefined && { query }),
    ...(maxResults !== undefined && { maxResults }),
    documented: false,
    benign: true,
    ...filler,
  }
}

/** Creates the plain request with a limit of the given kind (a value of the limit dimension). */
function createLimited(context: RowContext, turn: number, filler: Filler, kind = 'between'): Probe {
  const reason = 'whether a limit works at every position on a connection'
  return createRow({ ...context, turns: { limit: turn } }, { reason, conditions: { limit: kind }, ...filler })
}

/** The number of requests that a connection carries before a request at this position. */
const EARLIER: Readonly<Record<string, number>> = { first: 0, second: 1, third: 2, later: 9 }
const REASON = 'which conditions change the response'
/** The number of requests in the largest group of the plan. */
const LARGEST_GROUP = 24

/** Creates a request with these conditions, and the earlier requests that its position needs. See `Compose`. */
export const compose: Compose = (contract, facts, conditions, { id, turns }) => {
  if (!areCompatible(conditions)) return []
  const context: RowContext = { contract, facts }
  const turned: RowContext = turns ? { ...context, turns } : context
  const { position = 'first', before = 'other', together = '1' } = conditions
  const row = createRow(turned, { id, reason: REASON, conditions, connection: id })
  if (together !== '1') {
    // A report that is replayed may contain any number.
    const size = Math.min(Number(together), LARGEST_GROUP)
    const companions = Array.from({ length: size - 1 }, (_, index) => {
      const place = { id: `${id}/beside/${index + 1}`, connection: `${id} ${index + 1}` }
      const companion = createLimited(context, index, { ...place, parallel: id })
      return { ...companion, conditions: { ...companion.conditions, together } }
    })
    return [...companions, { ...row, parallel: id }]
  }
  const earlier = EARLIER[position] ?? 0
  const fillers = Array.from({ length: Math.max(earlier, before === 'other' ? 0 : 1) }, (_, index) => ({
    id: `${id}/before/${index + 1}`,
    // A request before the first request on a connection must use another connection.
    connection: earlier === 0 ? `${id} before` : id,
  }))
  const others = before === 'other' ? fillers : fillers.slice(0, -1)
  const last = before === 'other' ? undefined : fillers.at(-1)
  return [
    ...others.map((filler, index) => createLimited(context, index, filler)),
    ...(last === undefined ? [] : [createPredecessor(turned, row, before, last)]),
    row,
  ]
}

function createPredecessor(
  context: RowContext,
  row: Probe,
  before: string,
  filler: { id: string; connection: string },
): Probe {
  if (before === 'head') return createHead(context, row, filler)
  if (before === 'refused') return createLimited(context, 0, filler, 'invalid')
  const { limit, query } = row.conditions ?? {}
  const conditions = { ...(limit !== undefined && { limit }), ...(query !== undefined && { query }) }
  return createRow(context, { reason: REASON, conditions, ...filler })
}
