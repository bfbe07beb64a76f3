import type { Probe } from '../../../src/judge/exchange.ts'
import { createRow, type RowContext } from './createRow.ts'

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
