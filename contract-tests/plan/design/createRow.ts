import type { Contract } from '../../../src/contract/contract.ts'
import type { Conditions, Probe, Turns } from '../../../src/judge/exchange.ts'
import type { PlanFacts } from '../../../src/judge/suite.ts'
import { dimensions, dropUsual } from './dimensions.ts'
import { isRefusable } from './planDimension.ts'

export type RowContext = {
  contract: Contract
  facts: PlanFacts
  /** For values that stand for several: which of them, by the id of the dimension. Default 0. */
  turns?: Turns
}

type RowDefinition = Pick<Probe, 'id' | 'reason'> & { conditions: Conditions } & Partial<
    Pick<Probe, 'connection' | 'parallel'>
  >

/** The GET of the operation with these conditions. Leaves out those that are impossible in this run. */
export function createRow(context: RowContext, { conditions, ...definition }: RowDefinition): Probe {
  const { facts, turns = {} } = context
  const chosen = dimensions.flatMap(({ id, values }) => {
    const value = values.find((each) => each.id === conditions[id])
    return value === undefined || value.isPossible?.(facts) === false ? [] : [{ dimension: id, value }]
  })
  const plain: Probe = {
    method: 'GET',
    credential: facts.credentials.valid,
    limit: 'absent',
    documented: true,
    // A limit says by itself how the contract treats it.
    benign: !chosen.some(({ dimension, value }) => dimension !== 'limit' && isRefusable(value)),
    conditions: dropUsual(Object.fromEntries(chosen.map(({ dimension, value }) => [dimension, value.id]))),
    ...definition,
  }
  let probe = plain
  const taken: [dimension: string, turn: number][] = []
  for (const { dimension, value } of chosen) {
    const turn = turns[dimension] ?? 0
    const changed = value.change?.(probe, { ...context, turn })
    const isFirst =
      turn === 0 || JSON.stringify(changed) === JSON.stringify(value.change?.(probe, { ...context, turn: 0 }))
    if (!isFirst) taken.push([dimension, turn])
    probe = { ...probe, ...changed }
  }
  return taken.length === 0 ? probe : { ...probe, turns: Object.fromEntries(taken) }
}

/** A request that only prepares the next one. */
type Filler = Pick<Probe, 'id'> & Partial<Pick<Probe, 'connection' | 'parallel'>>

/** HEAD of the address of a GET. */
export function createHead(
  { facts }: RowContext,
  { query, limit, maxResults }: Probe,
  filler: Filler,
): Probe {
  return {
    reason: 'whether HEAD is like GET without a body, and what it leaves behind',
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

/** The plain request with a kind of limit, by its value in the dimension. */
export function createLimited(context: RowContext, turn: number, filler: Filler, kind = 'between'): Probe {
  const reason = 'what a limit does in any place'
  return createRow({ ...context, turns: { limit: turn } }, { reason, conditions: { limit: kind }, ...filler })
}
