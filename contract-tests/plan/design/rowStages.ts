import type { Contract } from '../../../src/contract/contract.ts'
import type { Conditions, Probe } from '../../../src/judge/exchange.ts'
import type { PlanFacts, Stage } from '../../../src/judge/suite.ts'
import { createProbe, listCookies } from '../createProbe.ts'
import { createHead, createRow } from './createRow.ts'
import { dimensions, findValue } from './dimensions.ts'
import { isRefusable } from './planDimension.ts'
import { fitLimit, limitTo } from './queryDimensions.ts'
import { rows } from './rows.ts'

const REASON = 'whether this combination of conditions changes the response'

/** One request: a row of the covering array, or a HEAD request to the next row's address. */
type Step = { connection: string; parallel?: string; conditions: Conditions | undefined }

const steps: readonly Step[] = rows.map((step) => {
  const [connection = '', sent = ''] = step.split(': ')
  if (sent === 'HEAD') return { connection, conditions: undefined }
  const conditions = Object.fromEntries(sent.split(' ').map((condition) => condition.split('=', 2)))
  // Each row of a concurrent group has its own connection, whose name is the group's name and a number.
  return connection.startsWith('rows')
    ? { connection, conditions }
    : { connection, conditions, parallel: connection.replace(/ \d+$/, '') }
})

/** The conditions of each row of the covering array. */
export const rowConditions: readonly Conditions[] = steps.flatMap(({ conditions }) =>
  conditions ? [conditions] : [],
)

/** Each row's variants of the values with several variants. A row that repeats a URL has the same limit and query as the row before it. */
const turns: readonly Readonly<Record<string, number>>[] = chooseTurns()

/** Sends the rows of the covering array, with the requests that must come before each row. */
export const createRowStage = (contract: Contract): Stage => ({
  id: 'rows',
  probes: (facts) => createProbes(contract, facts),
})

function createProbes(contract: Contract, facts: PlanFacts): Probe[] {
  const context = { contract, facts }
  const created: Probe[] = []
  for (const { connection, parallel, conditions } of steps)
    if (conditions)
      created.push(
        createRow(
          { ...context, turns: turns[created.length] ?? {} },
          {
            id: `row/${created.length + 1}`,
            reason: REASON,
            conditions,
            connection,
            ...(parallel !== undefined && { parallel }),
          },
        ),
      )
  let row = 0
  let heads = 0
  const probes = steps.flatMap(({ connection, conditions }) => {
    const next = created[row]
    if (next === undefined) return []
    if (conditions === undefined) {
      heads += 1
      return createHead(context, next, { id: `head/${heads}`, connection })
    }
    row += 1
    return next
  })
  // The last row must follow an invalid limit, and ends its connection, so these requests come before the invalid limit.
  return probes.toSpliced(-2, 0, ...createLateProbes(contract, facts, probes.at(-1)?.connection))
}

/** The number of additional requests on the longest connection, which then carries thirty requests: some faults appear only late. */
const LATE = 9

/**
 * Creates the additional requests. Two have another user's token: the first repeats a limit of the first user, with the first user's cookie,
 * which must not replace the token. The last has no limit, because few rows without a limit have such a token.
 */
function createLateProbes(contract: Contract, facts: PlanFacts, connection = ''): Probe[] {
  const { valid, others } = facts.credentials
  const again = {
    ...limitTo(contract, String(fitLimit(contract, 1))),
    fields: listCookies(facts),
    benign: false,
  }
  return Array.from({ length: LATE }, (_, index) =>
    createProbe(facts, {
      id: `late/${index + 1}`,
      reason: 'whether a connection still works after many requests',
      ...(index === 0 && again),
      credential: index % (LATE - 1) === 0 ? (others[0] ?? valid) : valid,
      connection,
    }),
  )
}

function chooseTurns(): Record<string, number>[] {
  const used = new Map<string, number>()
  const turns: Record<string, number>[] = []
  for (const conditions of rowConditions) {
    const same = conditions.before === 'same' ? turns.at(-1) : undefined
    const own = dimensions.map(({ id }) => {
      const shared = id === 'limit' || id === 'query' ? same?.[id] : undefined
      if (shared !== undefined) return [id, shared] as const
      // Count ordinary rows with a plain limit separately, so that these rows contain the first limits of each list.
      const isPlain = id === 'limit' && isOrdinary(conditions) && isPlainRow(conditions)
      const key = `${id}=${conditions[id]} ${isPlain}`
      const turn = used.get(key) ?? 0
      used.set(key, turn + 1)
      return [id, turn] as const
    })
    turns.push(Object.fromEntries(own))
  }
  return turns
}

function isOrdinary({ limit = '' }: Conditions): boolean {
  return !['open', 'invalid'].includes(limit)
}

/** Returns whether the limit has its plain spelling, and the request has no other value that a server may refuse. */
function isPlainRow({ limit: _limit, ...others }: Conditions): boolean {
  return (
    others.query === undefined &&
    Object.entries(others).every(([dimension, value]) => !isRefusable(findValue(dimension, value)))
  )
}
