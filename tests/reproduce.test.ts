import { expect, test } from 'vitest'
import { reproduceFault } from '../bench/reproduce/reproduceFault.ts'
import { faultyServers } from '../contract-tests/implementations/index.ts'

/** A sample of the faults, with the requests that reproduce each fault. `npm run reproduce` tests all faults. */
const SAMPLE: Readonly<Record<string, string>> = {
  'redirect-drops-query': 'the request alone',
  'limit-ignored-later': 'the steps of the report',
  'users-cache-forgets-token': 'the steps of the report',
  'auth-cookie': 'the request alone',
  'name-missing-one-in-thirty': 'the whole plan',
}

for (const [id, shownBy] of Object.entries(SAMPLE))
  test.concurrent(`replay and curl show ${id} again, and the saved transcript gets the same verdict`, async () => {
    const fault = faultyServers.find((each) => each.id === id)
    if (!fault) throw new Error(`no fault ${id}`)
    const reproduction = await reproduceFault(fault, [])
    expect(reproduction.problems.filter((problem) => problem.includes(fault.check))).toEqual([])
    expect(reproduction.shownBy).toBe(shownBy)
  })
