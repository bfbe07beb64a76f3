import type { Conditions } from '../../../src/judge/exchange.ts'

/** One request of the layout: a row of the covering array, or HEAD of the next row's address. */
export type Step = RowStep | HeadStep

export type RowStep = {
  /** The number of the row, from 1. */
  row: number
  /** What the layout decides: above all the place among other requests, and whether the connection stays open. */
  fixed: Conditions
  /** The row has the address of this earlier row. */
  sameAs?: number
  /** Its connection, if it has one of its own. */
  connection?: string
  parallel?: string
}

type HeadStep = { head: true; connection?: string }

const KEPT = { http: 'kept' }
const GROUPS = { 24: 'group of 24', 8: 'group of 8' }
/** Every value that a server may refuse takes a place in each group, one value in a row. */
const REFUSABLES = 10
/** These rows of pairs do not keep their connection: with HTTP/1.0, and with any value. */
const UNKEPT = [3, 10]
/** The same for the group of 8, whose other connections are not needed. */
const KEPT_OF_EIGHT = [4, 5, 6, 7]
/** In one pair, two users ask for the whole list. */
const SHARED_PAIR = 3
/** The address of the whole list. */
const WHOLE = { limit: 'none', query: 'plain' }

/**
 * The order of the rows. Rows that are sent at once come first, and keep some of their connections. These get a second and a
 * third row later. "Later" rows, and HEAD, use the long-lived connection that all requests without a connection share.
 *
 * A server may refuse some values, and each of them needs rows of its own: in the three sizes of groups, and in the positions
 * second, third and later after each of the predecessors HEAD, the same address and an invalid limit. Three rounds have a row for
 * each position and predecessor, in which three values take turns: see fillLayout.ts. Rows with an invalid limit are also what
 * comes before others.
 */
export const layout: readonly Step[] = createLayout()

function createLayout(): Step[] {
  const steps: Step[] = []
  const openers: string[] = []
  let row = 0
  const add = (fixed: Conditions, rest: Partial<RowStep> = {}): void => {
    row += 1
    steps.push({ row, fixed, ...rest })
  }
  const addTogether = (size: string, name: string, index: number, isKept: boolean, rest: Conditions = {}) => {
    const connection = `${name} ${index}`
    if (isKept) openers.push(connection)
    const fixed = { together: size, position: 'first', before: 'other', ...(isKept && KEPT), ...rest }
    add(fixed, { parallel: name, connection })
  }
  const addAlone = (
    position: string,
    before: string,
    connection: string | undefined,
    rest: Conditions = {},
  ): void => {
    const fixed = { together: '1', position, before, ...rest }
    const same = before === 'same' && { sameAs: row }
    add(fixed, { ...same, ...(connection !== undefined && { connection }) })
  }
  const addHead = (connection?: string): void => {
    steps.push({ head: true, ...(connection !== undefined && { connection }) })
  }
  const addInvalid = (position: string, before: string, connection?: string): void =>
    addAlone(position, before, connection, { limit: 'invalid', ...KEPT })
  /** A connection that has carried one row. */
  const open = (): string => openers.shift() ?? ''

  for (let index = 1; index <= 24; index++) addTogether('24', GROUPS[24], index, false)
  for (let index = 1; index <= REFUSABLES; index++)
    addTogether('8', GROUPS[8], index, KEPT_OF_EIGHT.includes(index))
  for (let index = 1; index <= REFUSABLES; index++) {
    const pair = Math.ceil(index / 2)
    const user = index % 2 === 1 ? 'operator' : 'other'
    const shared = pair === SHARED_PAIR ? { ...WHOLE, user } : {}
    addTogether('2', `pair ${pair}`, index, !UNKEPT.includes(index), shared)
  }
  for (const round of [1, 2, 3]) {
    const isFirst = round === 1
    const isLast = round === 3
    const [first, second, third] = [open(), open(), open()]
    // In the last round, a second row with HTTP/1.0 and one with Connection: close end their connections.
    const [spareFirst, spareThird] = isLast ? [open(), open()] : [first, third]

    addHead(isLast ? spareFirst : undefined)
    addAlone('second', 'head', first, isLast ? {} : KEPT)
    addAlone('third', 'same', spareFirst)

    if (isFirst) {
      addHead()
      addInvalid('first', 'head', 'invalid 1')
      addInvalid('first', 'same', 'invalid 2')
      addInvalid('first', 'refused', 'invalid 3')
    } else addInvalid('later', 'other')
    addAlone('second', 'refused', second, KEPT)
    addHead()
    // The length of the whole list is known from many other requests.
    addAlone('third', 'head', second, isLast ? KEPT : round === 2 ? WHOLE : {})
    // The fourth request of a connection is a later one, too.
    addAlone('later', 'same', isLast ? second : undefined, isLast ? { http: 'close' } : KEPT)
    addHead()
    addAlone('later', 'head', undefined, KEPT)
    addAlone('second', 'same', third, isLast ? { http: 'close' } : KEPT)

    const carrier = isFirst ? open() : undefined
    if (isLast) addInvalid('second', 'other', spareThird)
    else addInvalid(isFirst ? 'second' : 'later', 'other', carrier)
    addAlone('third', 'refused', spareThird)
    addInvalid(isFirst ? 'third' : 'later', 'other', carrier)
    // The last one has HTTP/1.0, which ends the shared connection.
    addAlone('later', 'refused', undefined, isLast ? {} : KEPT)
  }
  return steps
}
