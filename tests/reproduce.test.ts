import { expect, test } from 'vitest'
import { reproduceFault } from '../bench/reproduce/reproduceFault.ts'
import { faultyServers } from '../contract-tests/implementations/index.ts'

/** One of each kind: `npm run reproduce` takes all. */
const SAMPLE: Readonly<Record<string, string>> = {
  'limit-off-by-one': 'the request alone',
  'redirect-drops-query': 'the request alone',
  'type-without-accept': 'the request alone',
  'limit-ignored-later': 'the steps of the report',
  'limit-ignored-after-head': 'the steps of the report',
  'chunk-size-wrong': 'the request alone',
  'users-cache-forgets-token': 'the steps of the report',
  'auth-field-name-case': 'the request alone',
  'auth-cookie': 'the request alone',
  'name-missing-one-in-thirty': 'the whole plan',
  'limit-ignored-once': 'the whole plan',
  'condition-own-tag-412': 'the request alone',
}

for (const [id, shownBy] of Object.entries(SAMPLE))
  test.concurrent(`replay and curl show ${id} again, and its saved transcript is judged the same`, async () => {
    const fault = faultyServers.find((each) => each.id === id)
    if (!fault) throw new Error(`no fault ${id}`)
    const reproduction = await reproduceFault(fault, [])
    expect(reproduction.problems.filter((problem) => problem.includes(fault.check))).toEqual([])
    expect(reproduction.shownBy).toBe(shownBy)
  })
