import type { Probe } from '../../../src/judge/exchange.ts'
import type { Design } from '../../../src/judge/suite.ts'
import { createHead, createLimited, createRow, type RowContext } from './createRow.ts'
import { areCompatible } from './dimensions.ts'

/** How many requests a connection carries before one at a position. */
const EARLIER: Readonly<Record<string, number>> = { first: 0, second: 1, third: 2, later: 9 }
const REASON = 'which conditions change the response'

/** Creates a request with the given conditions, after those that put it into its place: see Design. */
export const compose: Design['compose'] = (contract, facts, conditions, { id, turns }) => {
  if (!areCompatible(conditions)) return []
  const context: RowContext = { contract, facts }
  const turned: RowContext = turns ? { ...context, turns } : context
  const { position = 'first', before = 'other', together = '1' } = conditions
  const row = createRow(turned, { id, reason: REASON, conditions, connection: id })
  if (together !== '1') {
    const companions = Array.from({ length: Number(together) - 1 }, (_, index) => {
      const place = { id: `${id}/beside/${index + 1}`, connection: `${id} ${index + 1}` }
      const companion = createLimited(context, index, { ...place, parallel: id })
      return { ...companion, conditions: { ...companion.conditions, together } }
    })
    return [...companions, { ...row, parallel: id }]
  }
  const earlier = EARLIER[position] ?? 0
  const fillers = Array.from({ length: Math.max(earlier, before === 'other' ? 0 : 1) }, (_, index) => ({
    id: `${id}/before/${index + 1}`,
    // Before the first request of a connection, only another connection can carry something.
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
