import type { Probe } from '../../../src/harness/exchange.ts'
import type { ProbeId } from '../probeIds.ts'
import { createRow, type RowContext } from './createRow.ts'

/** A request that only prepares the next one. */
type Filler = Pick<Probe, 'id'> & Partial<Pick<Probe, 'connection' | 'parallel'>>

/** HEAD of the address of a GET. */
export function createHead({ facts }: RowContext, { query, limit, most }: Probe, filler: Filler): Probe {
  return {
    reason: 'whether HEAD is like GET without a body, and what it leaves behind',
    method: 'HEAD',
    credential: facts.credentials.valid,
    limit,
    ...(query !== undefined && { query }),
    ...(most !== undefined && { most }),
    documented: false,
    benign: true,
    ...filler,
  }
}

/** Limits that are not an int32, by their id and the rest of the query after the name. A gateway may stop some of them. */
const INVALID_LIMITS: readonly { id: ProbeId; rest: string; benign?: false }[] = [
  { id: 'bad-limit/letters', rest: '=abc' },
  { id: 'bad-limit/full-width', rest: '=%EF%BC%95', benign: false },
  { id: 'bad-limit/bad-utf-8', rest: '=%FF', benign: false },
  { id: 'bad-limit/wrap-around', rest: '=4294967297' },
  { id: 'bad-limit/percent', rest: '=%', benign: false },
  { id: 'bad-limit/markup', rest: '=%3Csvg%2Fonload%3D1%3E', benign: false },
  { id: 'bad-limit/repeated', rest: '=1&limit=2' },
  { id: 'bad-limit/past-int32', rest: '=2147483648' },
]

/** A request with an invalid limit, another one each time. */
export function createInvalid(context: RowContext, turn: number, filler: Partial<Filler> = {}): Probe {
  const { id = 'bad-limit/letters', rest = '', benign = true } = INVALID_LIMITS[turn] ?? {}
  const { name } = context.contract.limit
  const query = name + rest.replace('limit', name)
  return {
    ...createRow(context, { id, reason: `what ?${query} does`, conditions: { limit: 'invalid' } }),
    query,
    benign,
    ...filler,
  }
}

/** The plain request with a limit. `kind` is its value in the dimension. */
export function createLimited(context: RowContext, turn: number, filler: Filler, kind = 'between'): Probe {
  const reason = 'whether a limit is applied in any place'
  return createRow({ ...context, turns: { limit: turn } }, { reason, conditions: { limit: kind }, ...filler })
}
