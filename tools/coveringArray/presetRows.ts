import { dimensions } from '../../contract-tests/plan/design/dimensions.ts'
import type { RowStep } from '../../contract-tests/plan/design/layout.ts'
import { isRefusable } from '../../contract-tests/plan/design/planDimension.ts'
import type { Conditions } from '../../src/judge/exchange.ts'
import { numberOf } from './pairs.ts'

/** The numbers of a row's values, one for each dimension; undefined if not chosen yet. */
export type Row = (number | undefined)[]

/**
 * The values that a row starts with: those that the layout fixes, and the one value that a server may refuse. The refusable values are
 * spread so that each occurs with every group size, and with every position and predecessor outside the groups.
 */
export function presetRows(steps: readonly RowStep[]): Row[] {
  const used = new Map<string, number>()
  return steps.map(({ fixed }) => {
    const row: Row = dimensions.map(({ id }) => {
      const value = fixed[id]
      return value === undefined ? undefined : numberOf(id, value)
    })
    const isAlone = fixed.together === '1'
    if (fixed.limit === 'invalid' || (isAlone && (fixed.position === 'first' || fixed.before === 'other')))
      return row
    const place = `${fixed.together} ${fixed.position} ${fixed.before}`
    const turn = used.get(place) ?? 0
    used.set(place, turn + 1)
    const refusable = refusables[isAlone ? shift(fixed) * 3 + turn : turn]
    if (refusable !== undefined) row[refusable.index] = refusable.number
    return row
  })
}

/**
 * Values that a server may refuse. The layout knows two of them: the third, HTTP/1.0, ends its connection, and the last, an invalid limit,
 * has its own rows.
 */
const refusables = listRefusables()

function listRefusables(): { index: number; number: number }[] {
  const all = dimensions.flatMap(({ id, values }, index) =>
    values.filter(isRefusable).map((value) => ({ id: value.id, index, number: numberOf(id, value.id) })),
  )
  const known = ['1.0', 'invalid']
  const [old, invalid] = known.map((id) => all.filter((each) => each.id === id))
  const others = all.filter(({ id }) => !known.includes(id))
  return [...others.slice(0, 2), ...(old ?? []), ...others.slice(2), ...(invalid ?? [])]
}

const POSITIONS = ['second', 'third', 'later']
const PREDECESSORS = ['head', 'same', 'refused']

/** A Latin square of positions and predecessors, in which rows of the same address have the same number. */
function shift({ position = '', before = '' }: Conditions): number {
  return (POSITIONS.indexOf(position) - PREDECESSORS.indexOf(before) + POSITIONS.length) % POSITIONS.length
}
