import type { Conditions } from '../../src/judge/exchange.ts'

/** One request of the layout: a row of the covering array, or a HEAD request to the URL of the next row. */
type Step = RowStep | HeadStep

export type RowStep = {
  /** The number of the row, from 1. */
  row: number
  /** The values that the layout itself fixes, such as the row's position on its connection. */
  fixed: Conditions
  /** The number of an earlier row that has the same URL. */
  sameAs?: number
  connection: string
  parallel?: string
}

type HeadStep = { head: true; connection: string }

const POSITIONS = ['first', 'second', 'third']
/** The number of values that a server may refuse, each of which needs one row in a group of 8, and one row in a pair. */
const REFUSABLES = 10
/** The number of the pair in which two users request the whole list. */
const SHARED_PAIR = 3
/** The conditions of a request for the whole list. */
const WHOLE = { limit: 'none', query: 'plain' }
/** The conditions of a row with the limit `between`, which stands for many numbers. Several rows should send each number. */
const BETWEEN = { limit: 'between', query: 'plain' }
const INVALID = { limit: 'invalid' }

/**
 * The order of the rows. Concurrent rows come first, each on its own connection. The other rows use one connection after another, and never
 * return to an earlier connection, so that a row's position is always known.
 *
 * Each value that a server may refuse needs its own rows: one row in each size of group, and one row in each position (second, third,
 * later) after each predecessor (HEAD, the same address, an invalid limit). The layout has each of these nine places three times, each time
 * for another value: see fillLayout.ts. Rows with an invalid limit are also predecessors of other rows.
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
    // In the last round, this row uses HTTP/1.0, which ends the connection, so no other row follows.
    add('head')
    if (!isLast) add('same')

    open()
    add(isLast ? 'other' : 'same')
    addHead()
    // In one round, this row requests the whole list, whose length the kit knows from many other requests.
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
    // Two of the rows with an invalid limit ask the server to close the connection.
    if (round !== 2) add('other', { ...INVALID, http: 'close' })

    open()
    if (round === 1) add('refused', INVALID)
    else add(isLast ? 'refused' : 'other')
    add(round === 1 ? 'refused' : 'other', INVALID)
    add('refused')
  }
  // The last connection carries more requests than the other connections, to find faults that appear only after many requests.
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
  // The last row uses HTTP/1.0.
  add('refused')
  return steps.map((step, index) => {
    const isKept = steps[index + 1]?.connection === step.connection
    return isKept && 'row' in step ? { ...step, fixed: { ...step.fixed, http: 'kept' } } : step
  })
}
