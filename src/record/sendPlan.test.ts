import { expect, onTestFinished, test } from 'vitest'
import type { Difference } from '../../contract-tests/implementations/implementation.ts'
import { startImplementation } from '../../contract-tests/implementations/startImplementation.ts'
import { suite } from '../../contract-tests/suite.ts'
import { readContract } from '../contract/readContract.ts'
import { createAnalyser } from '../judge/body/analyseResponse.ts'
import { record } from './record.ts'

const contract = readContract()

test.for([
  ['with one user', 180, 1, {}],
  ['with two users', 180, 2, {}],
  [
    'with warnings for every response',
    200,
    2,
    {
      respond: (_request, correct) => ({
        ...correct,
        headers: {
          ...correct.headers,
          Date: 'today',
          ETag: 'not quoted',
          'Cache-Control': 'public',
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Credentials': 'true',
          'WWW-Authenticate': '',
        },
      }),
    },
  ],
] as const satisfies [string, number, number, Difference][])(
  'a sound server %s gets at most 180',
  async ([, maxResults, users, difference]) => {
    const { baseUrl, close, token, otherToken } = await startImplementation(difference)
    onTestFinished(close)
    const engines = { probes: 'probes' } as const
    const transcript = await record(
      baseUrl,
      { contract, suite, engines, analyse: createAnalyser(contract) },
      { token, ...(users === 2 && { otherToken }) },
    )
    expect(transcript.requests).toBeGreaterThan(100)
    expect(transcript.requests).toBeLessThanOrEqual(maxResults)
  },
)
