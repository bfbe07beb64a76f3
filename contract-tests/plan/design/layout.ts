import type { Conditions } from '../../../src/harness/exchange.ts'

/** One request of the layout: a row of the covering array, or a filler that prepares the next row. */
export type Step = RowStep | FillerStep

export type RowStep = {
  /** The number of the row, from 1. */
  row: number
  /** What the layout decides: the place among other requests, and whether the connection stays open. */
  fixed: Conditions
  /** The row has the address of this earlier row. */
  sameAs?: number
  /** Other than the one before, so that it has another address. */
  differsFrom?: number
  /** Its connection, if it has one of its own. */
  connection?: string
  parallel?: string
}

export type FillerStep = {
  /** HEAD of the next row's address, an invalid limit, or a plain request with a limit. */
  filler: 'head' | 'refused' | 'limited'
  connection?: string
}

const KEPT = { http: 'kept' }

/**
 * The order of the rows. Rows that are sent at once come first. Chains follow: a first, a second and a third request on a
 * connection of their own. "Later" rows and fillers use the long-lived connection that all requests without a connection share.
 * The four kinds of chains differ in what comes right before each row, so that every position meets every predecessor.
 */
export const layout: readonly Step[] = createLayout()

function createLayout(): Step[] {
  let row = 0
  const steps: Step[] = []
  const add = (fixed: Conditions, rest: Partial<RowStep> = {}): number => {
    row += 1
    steps.push({ row, fixed, ...rest })
    return row
  }
  const fill = (filler: FillerStep['filler'], connection?: string): void => {
    steps.push({ filler, ...(connection !== undefined && { connection }) })
  }
  const addGroup = (size: number, name: string): void => {
    for (let index = 0; index < size; index++)
      add(
        { together: String(size), position: 'first', before: 'other' },
        { parallel: name, connection: `${name} ${index}` },
      )
  }
  const addAlone = (
    position: string,
    before: string,
    rest: Partial<RowStep> & { http?: string } = {},
  ): number => {
    const { http, ...others } = rest
    const fixed = { together: '1', position, before, ...(http !== undefined && { http }) }
    const last = steps.at(-1)
    const previous = last !== undefined && 'row' in last ? last.row : undefined
    const place =
      previous === undefined
        ? {}
        : before === 'same'
          ? { sameAs: previous }
          : before === 'other'
            ? { differsFrom: previous }
            : {}
    return add(fixed, { ...place, ...others })
  }

  addGroup(24, 'group of 24')
  addGroup(8, 'group of 8')
  for (let pair = 1; pair <= 4; pair++) addGroup(2, `pair ${pair}`)
  for (const round of [1, 2]) {
    const isLast = round === 2
    const chain = (kind: number) => `chain ${round}.${kind}`
    fill('head')
    addAlone('first', 'head', { connection: chain(1), ...KEPT })
    addAlone('second', 'same', { connection: chain(1), ...KEPT })
    addAlone('third', 'other', { connection: chain(1) })

    addAlone('first', 'same', { connection: chain(2), ...KEPT })
    // One second request closes its connection, so the third one needs another.
    addAlone('second', 'other', { connection: chain(2), http: isLast ? 'close' : 'kept' })
    if (isLast) fill('limited', 'chain 2.5')
    fill('refused', isLast ? 'chain 2.5' : undefined)
    addAlone('third', 'refused', { connection: isLast ? 'chain 2.5' : chain(2) })

    addAlone('first', 'other', { connection: chain(3), ...KEPT })
    fill('refused')
    addAlone('second', 'refused', { connection: chain(3), ...KEPT })
    fill('head')
    addAlone('third', 'head', { connection: chain(3) })
    addAlone('later', 'same', KEPT)

    fill('refused')
    addAlone('first', 'refused', { connection: chain(4), ...KEPT })
    if (isLast) fill('limited', 'chain 2.6')
    fill('head', isLast ? 'chain 2.6' : undefined)
    // Another one is the HTTP/1.0 request, which ends its connection as well.
    addAlone('second', 'head', { connection: chain(4), http: isLast ? '1.0' : 'kept' })
    addAlone('third', 'same', { connection: isLast ? 'chain 2.6' : chain(4) })
    if (!isLast) addAlone('later', 'other', KEPT)
  }
  for (const http of ['kept', 'kept']) {
    fill('head')
    addAlone('later', 'head', { http })
  }
  for (const http of ['kept', '1.0']) {
    fill('refused')
    addAlone('later', 'refused', { http })
  }
  // Sent after other stages, when a new long-lived connection has carried nine requests.
  addAlone('later', 'other', { http: 'close' })
  return steps
}
