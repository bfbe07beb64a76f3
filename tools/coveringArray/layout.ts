import type { Conditions } from '../../src/judge/exchange.ts'

/** One request of the layout: a row of the covering array, or a HEAD request to the next row's address. */
type Step = RowStep | HeadStep

export type RowStep = {
  /** The number of the row, from 1. */
  row: number
  /** The fixed values in the layout: mainly the position among other requests, and whether the connection stays open. */
  fixed: Conditions
  /** The row has the same address as this earlier row. */
  sameAs?: number
  connection: string
  parallel?: string
}

type HeadStep = { head: true; connection: string }

const POSITIONS = ['first', 'second', 'third']
/** The number of rows in groups of 8, and in pairs: one row for each value that a server may refuse. */
const REFUSABLES = 10
/** The number of the pair in which two users request the whole list. */
const SHARED_PAIR = 3
/** The conditions of a request for the whole list. */
const WHOLE = { limit: 'none', query: 'plain' }
/** The conditions of a row with the limit `between`. There are many such limits, and each limit should occur in several rows. */
const BETWEEN = { limit: 'between', query: 'plain' }
const INVALID = { limit: 'invalid' }

/**
 * The order of the rows. Concurrent rows come first, each on its own connection. The other rows use one connection after the other, and
 * never two connections in turn, so that other connections do not affect a row's position.
 *
 * Each value that a server may refuse needs its own rows: one row in each size of group, and one row in each position (second, third,
 * later) after each predecessor (HEAD, the same address, an invalid limit). Each of these nine places occurs three times, for three values
 * in turn: see fillLayout.ts. Rows with an invalid limit are also predecessors of other rows.
 */
export const layout: readonly Step[] = createLayout()

function createLayout(): Step[] {
  const steps: Step[] = []
  let connection = ''
  let connections = 0
  let carried = 0
  let row = 0
  const open = (): void => {
    connections += 1
    connection = `rows ${connections}`
    carried = 0
  }
  const addTogether = (size: number, name: string, index: number, rest: Conditions = {}): void => {
    row += 1
    const fixed = { together: String(size), position: 'first', before: 'other', ...rest }
    steps.push({ row, fixed, parallel: name, connection: `${name} ${index}` })
  }
  const add = (before: string, rest: Conditions = {}): void => {
    row += 1
    const fixed = { together: '1', position: POSITIONS[carried] ?? 'later', before, ...rest }
    steps.push({ row, fixed, connection, ...(before === 'same' && { sameAs: row - 1 }) })
    carried += 1
  }
  const addHead = (): void => {
    steps.push({ head: true, connection })
    carried += 1
  }

  for (let index = 1; index <= 24; index++) addTogether(24, 'group of 24', index)
  for (let index = 1; index <= REFUSABLES; index++) addTogether(8, 'group of 8', index)
  for (let index = 1; index <= REFUSABLES; index++) {
    const pair = Math.ceil(index / 2)
    const user = index % 2 === 1 ? 'operator' : 'other'
    addTogether(2, `pair ${pair}`, index, pair === SHARED_PAIR ? { ...WHOLE, user } : {})
  }
  for (const round of [1, 2, 3]) {
    const isLast = round === 3
    open()
    addHead()
    // In the last round, this row uses HTTP/1.0, so no row can follow on its connection.
    add('head')
    if (!isLast) add('same')

    open()
    add(isLast ? 'other' : 'same')
    addHead()
    // Once, this row requests the whole list, whose length the kit knows from many other requests.
    add('head', round === 2 ? WHOLE : {})
    if (!isLast) add('same')

    open()
    add('other')
    add('same')
    if (isLast) add('same')
    else addHead()

    open()
    add(isLast ? 'other' : 'head', INVALID)
    add('refused')
    // Two rows with an invalid limit close their connections.
    if (round !== 2) add('other', { ...INVALID, http: 'close' })

    open()
    if (round === 1) add('refused', INVALID)
    else add(isLast ? 'refused' : 'other')
    add(round === 1 ? 'refused' : 'other', INVALID)
    add('refused')
  }
  // The last connection carries more requests, to find faults that appear only after many requests.
  add('same')
  add('other', INVALID)
  add('same', INVALID)
  add('refused')
  addHead()
  add('head')
  add('other', INVALID)
  add('refused')
  addHead()
  add('head')
  addHead()
  add('head', BETWEEN)
  for (let times = 1; times <= 4; times++) add('other', BETWEEN)
  add('other', INVALID)
  // The last row of the plan uses HTTP/1.0.
  add('refused')
  return steps.map((step, index) => {
    const isKept = steps[index + 1]?.connection === step.connection
    return isKept && 'row' in step ? { ...step, fixed: { ...step.fixed, http: 'kept' } } : step
  })
}
