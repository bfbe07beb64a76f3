import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readContract } from '../../../src/contract/readContract.ts'
import { createCredentials } from '../../../src/harness/credentials.ts'
import { createRandom } from '../../../src/harness/random.ts'
import type { PlanFacts } from '../../../src/harness/stage.ts'
import { createPlan } from '../index.ts'
import { compose } from './compose.ts'
import { computeCoverage } from './coverage.ts'
import { areCompatible, dimensions, dropUsual } from './dimensions.ts'
import { formatRows } from './generate/formatRows.ts'
import { observe } from './observe.ts'
import { isRefusable } from './planDimension.ts'
import { rowConditions } from './rowStages.ts'

const contract = readContract()
const random = createRandom(1)
const facts: PlanFacts = {
  credentials: createCredentials('a-token-of-some-length=', undefined, random),
  random,
  plants: 20,
  etag: '"tag"',
  cookie: undefined,
}
const probes = createPlan(contract).flatMap((stage) => stage.probes(facts))

test('the rows are those that the dimensions and the layout lead to', () => {
  expect(readFileSync(new URL('rows.ts', import.meta.url), 'utf8')).toBe(formatRows())
})

test('every possible pair of values occurs in a request, in at most 150', () => {
  const { covered, possible, missing } = computeCoverage(probes)
  expect(missing).toEqual([])
  expect(covered).toBe(possible)
  expect(possible).toBeGreaterThan(2_500)
  expect(probes.length).toBeLessThanOrEqual(150)
})

test('each row is sent as the array says', () => {
  const rows = probes.filter(({ id }) => id.startsWith('row/'))
  const expected = rowConditions.map((conditions, index) => {
    const before = conditions.before ?? rows[index]?.conditions?.before
    // A row with an invalid limit may come before one that needs nothing before it.
    return before === 'refused' ? { ...conditions, before } : conditions
  })
  expect(rows.map(({ conditions }) => conditions)).toEqual(expected)
})

test('a request has at most one value that a server may refuse', () => {
  const excuses = rowConditions.map(
    (conditions) =>
      dimensions.filter(({ id, values }) =>
        values.some((value) => value.id === conditions[id] && isRefusable(value)),
      ).length,
  )
  expect(Math.max(...excuses)).toBe(1)
})

test('every single condition can be composed, with what has to precede it', () => {
  for (const { id: dimension, values } of dimensions)
    for (const { id: value } of values) {
      // Some spellings need a limit.
      const conditions =
        [{ [dimension]: value }, { [dimension]: value, limit: 'one' }].find(areCompatible) ?? {}
      const last = observe(compose(contract, facts, conditions, 'test')).at(-1)
      expect(last?.conditions).toMatchObject(dropUsual({ [dimension]: value }))
    }
})
