import { expect, test } from 'vitest'
import { readContract } from '../../../src/contract/readContract.ts'
import { createAnalyser } from '../../../src/judge/body/analyseResponse.ts'
import type { PlanFacts } from '../../../src/judge/suite.ts'
import { record } from '../../../src/record/record.ts'
import { computeCoverage } from '../../../tools/coveringArray/pairs.ts'
import { startImplementation } from '../../implementations/startImplementation.ts'
import { createCredentials } from '../credentials.ts'
import { createPlan } from '../index.ts'
import { compose } from './createRow.ts'
import { addUsual, areCompatible, dimensions, dropUsual } from './dimensions.ts'
import { layout } from './layout.ts'
import { observe, planPositions } from './observe.ts'
import { isRefusable } from './planDimension.ts'
import { rowConditions } from './rowStages.ts'

const contract = readContract()
const facts: PlanFacts = {
  credentials: createCredentials({ token: 'a-token-of-some-length=', otherToken: 'another-token' }),
  plants: 20,
  etag: '"tag"',
  cookie: 'session=1',
}
const oneUser = { ...facts, credentials: createCredentials({ token: 'a-token-of-some-length=' }) }
const createProbes = (known: PlanFacts) => createPlan(contract).flatMap((stage) => stage.probes(known))
const probes = createProbes(facts)

test('each row has what the layout fixes', () => {
  const steps = layout.filter((step) => 'row' in step)
  expect(rowConditions).toHaveLength(steps.length)
  for (const { row, fixed } of steps) expect(addUsual(rowConditions[row - 1] ?? {})).toMatchObject(fixed)
})

test.each([
  ['one user', oneUser],
  ['two users', facts],
])('with %s, every possible pair of values occurs in a request, in at most 180', (_, known) => {
  const sent = createProbes(known)
  const { covered, possible, missing } = computeCoverage(sent, known)
  expect(missing).toEqual([])
  expect(covered).toBe(possible)
  expect(possible).toBeGreaterThan(2_900)
  expect(sent.length).toBeLessThanOrEqual(180)
})

test('every value of every dimension is in at least three rows, and so are the limits that clients use most', () => {
  const rows = rowConditions.map(addUsual)
  const rare = dimensions.flatMap(({ id, values }) =>
    values
      .filter((value) => rows.filter((row) => row[id] === value.id).length < 3)
      .map((value) => [id, value.id]),
  )
  expect(rare).toEqual([])
  const limits = probes.filter(({ id }) => id.startsWith('row/')).map(({ maxResults }) => maxResults)
  for (const limit of [1, 2, 10, 1000])
    expect(limits.filter((each) => each === limit).length).toBeGreaterThan(2)
})

test('each row is sent as the array says', () => {
  const rows = probes.filter(({ id }) => id.startsWith('row/'))
  expect(rows.map(({ conditions }) => conditions)).toEqual(rowConditions)
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
      const last = observe(compose(contract, facts, conditions, { id: 'test' })).at(-1)
      expect(last?.conditions).toMatchObject(dropUsual({ [dimension]: value }))
    }
})

test('each request has its planned position on its connection, if the server keeps connections open', async () => {
  const { baseUrl, token, otherToken, close } = await startImplementation({})
  try {
    const suite = { plan: () => createPlan(contract), credentials: createCredentials, checks: () => [] }
    const context = { contract, suite, engines: {}, analyse: createAnalyser(contract) }
    const { exchanges } = await record(baseUrl, context, { token, otherToken })
    const planned = planPositions(exchanges.map(({ probe }) => probe))
    expect(exchanges.map(({ probe, connection }) => [probe.id, connection.earlier])).toEqual(
      exchanges.map(({ probe }, index) => [probe.id, planned[index]]),
    )
    expect(exchanges.length).toBeGreaterThan(150)
    expect(exchanges.length).toBeLessThanOrEqual(180)
  } finally {
    await close()
  }
})
