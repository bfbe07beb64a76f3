import { expect, test } from 'vitest'
import { listTokens, reproduceFault, verifyAndSave } from '../bench/reproduce/reproduceFault.ts'
import { faultyServers, variations } from '../contract-tests/implementations/index.ts'
import { startImplementation } from '../contract-tests/implementations/startImplementation.ts'
import { verifyImplementation } from '../contract-tests/verifyImplementation.testing.ts'

/** A sample of the faults, with the requests that reproduce each fault. `npm run reproduce` tests all faults and all valid servers. */
const SAMPLE: Readonly<Record<string, string>> = {
  'redirect-drops-query': 'the request alone',
  'users-cache-forgets-token': 'the steps of the report',
  'name-missing-one-in-thirty': 'the whole plan',
}
const isFull = process.env.MODE === 'all'
/** The timeout in milliseconds for correct servers on a busy machine. */
const SILENCE = 3_000

const { findings } = isFull ? await verifyImplementation({ difference: {} }, SILENCE) : { findings: [] }
/** The checks that the correct server violates, although it is conformant. */
const usual = findings.filter(({ violations }) => violations.length > 0).map(({ check }) => check)

test.concurrent.for(faultyServers.filter(({ id }) => isFull || id in SAMPLE))(
  'replay and curl show $id again, and the saved transcript gets the same verdict',
  async (fault) => {
    const { problems, shownBy } = await reproduceFault(fault, usual)
    expect(problems.filter((problem) => isFull || problem.includes(fault.check))).toEqual([])
    if (fault.id in SAMPLE) expect(shownBy).toBe(SAMPLE[fault.id])
  },
)

test.concurrent.for(isFull ? variations : [])(
  'the saved transcript of the valid server $id gets the same verdict',
  async ({ difference, expectations }) => {
    const server = await startImplementation(difference)
    const { problems } = await verifyAndSave(server, {
      ...listTokens(server),
      expectations,
      timeout: SILENCE,
    })
    await server.close()
    expect(problems).toEqual([])
  },
)
