import type { Contract } from '../../../src/contract/contract.ts'
import type { Conditions, Probe } from '../../../src/judge/exchange.ts'
import type { PlanFacts, Stage } from '../../../src/judge/suite.ts'
import { createProbe } from '../createProbe.ts'
import { createHead, createRow, type RowContext } from './createRow.ts'
import { dimensions, findValue } from './dimensions.ts'
import { layout, type RowStep } from './layout.ts'
import { isRefusable } from './planDimension.ts'
import { rows } from './rows.ts'

const REASON = 'whether this combination of conditions changes the response'

/** The conditions of each row of the covering array. */
export const rowConditions: readonly Conditions[] = rows.map((row) =>
  Object.fromEntries(row.split(' ').map((condition) => condition.split('=', 2))),
)

/** The variant that each row uses of each value with several variants. Rows with the same URL use the same variants. */
const turns: ReadonlyMap<number, Readonly<Record<string, number>>> = chooseTurns()

/** Sends the rows of the covering array, with the requests that must precede each row. */
export const createRowStage = (contract: Contract): Stage => ({
  id: 'rows',
  probes: (facts) => createProbes(contract, facts),
})

function createProbes(contract: Contract, facts: PlanFacts): Probe[] {
  const context = { contract, facts }
  const created = new Map(
    layout.flatMap((step) => ('row' in step ? [[step.row, createStepRow(context, step)] as const] : [])),
  )
  let heads = 0
  const probes = layout.flatMap((step, index) => {
    if ('row' in step) return created.get(step.row) ?? []
    const next = layout.slice(index).find((each) => 'row' in each)
    const row = next && created.get(next.row)
    if (row === undefined) return []
    heads += 1
    return createHead(context, row, { id: `head/${heads}`, connection: step.connection })
  })
  // The last row must follow an invalid limit and ends its connection, so these requests come before both.
  return probes.toSpliced(-2, 0, ...createLateProbes(facts, probes.at(-1)?.connection))
}

/** How many more requests the longest connection carries, to find faults that appear only after thirty requests. */
const LATE = 10

function createLateProbes(facts: PlanFacts, connection = ''): Probe[] {
  return Array.from({ length: LATE }, (_, index) =>
    createProbe(facts, {
      id: `late/${index + 1}`,
      reason: 'whether a connection still works after thirty requests',
      connection,
    }),
  )
}

function createStepRow(context: RowContext, { row, connection, parallel }: RowStep): Probe {
  return createRow(
    { ...context, turns: turns.get(row) ?? {} },
    {
      id: `row/${row}`,
      reason: REASON,
      conditions: rowConditions[row - 1] ?? {},
      connection,
      ...(parallel !== undefined && { parallel }),
    },
  )
}

function chooseTurns(): Map<number, Record<string, number>> {
  const used = new Map<string, number>()
  const turns = new Map<number, Record<string, number>>()
  for (const step of layout) {
    if (!('row' in step)) continue
    const same = turns.get(step.sameAs ?? 0)
    const conditions = rowConditions[step.row - 1] ?? {}
    const own = dimensions.map(({ id }) => {
      const shared = id === 'limit' || id === 'query' ? same?.[id] : undefined
      if (shared !== undefined) return [id, shared] as const
      // Ordinary rows with a plain limit have their own cycle, so that they include the first limits of each list.
      const isPlain = id === 'limit' && isOrdinary(conditions) && isPlainRow(conditions)
      const key = `${id}=${conditions[id]} ${isPlain}`
      const turn = used.get(key) ?? 0
      used.set(key, turn + 1)
      return [id, turn] as const
    })
    turns.set(step.row, Object.fromEntries(own))
  }
  return turns
}

function isOrdinary({ limit = '' }: Conditions): boolean {
  return !['open', 'invalid'].includes(limit)
}

/** Returns whether the limit has its plain spelling, and the request has nothing else that a server may refuse. */
function isPlainRow({ limit: _limit, ...others }: Conditions): boolean {
  return (
    others.query === undefined &&
    Object.entries(others).every(([dimension, value]) => !isRefusable(findValue(dimension, value)))
  )
}
