import { expect, test } from 'vitest'
import { suite } from '../../contract-tests/suite.ts'
import { readContract } from '../contract/readContract.ts'
import { createAnalyser } from './body/analyseResponse.ts'
import type { Check } from './check.ts'
import { testExchange } from './exchange.testing.ts'
import type { Exchange } from './exchange.ts'
import { gatherFacts, judgeChecks } from './judgeChecks.ts'

const [anyCheck] = suite.checks(readContract())

const [one, two, three] = [testExchange(), testExchange(), testExchange()]

/** Creates a check that reports the `violating` exchanges, and passes the other `judged` exchanges. */
function check(
  id: string,
  violating: readonly Exchange[],
  judged: readonly Exchange[],
  relations: Pick<Check, 'explainedBy' | 'after'> = {},
): Check {
  const violation = { message: id, pointer: '', expected: '', actual: '' }
  return {
    ...anyCheck,
    ...relations,
    id,
    applies: (exchange) => judged.includes(exchange),
    judge: (exchange) => (violating.includes(exchange) ? [violation] : []),
  } as Check
}

test('a violation explains another violation in the same exchange, but not in other exchanges', () => {
  const all = [one, two, three]
  const main = check('main', [one], all)
  const other = check('other', [one, two], all, { explainedBy: ['main'] })
  const [, result] = judgeChecks([main, other], all, gatherFacts(all, createAnalyser(readContract())))
  expect(result).toMatchObject({ judged: 2, explained: [{ by: 'main', seen: 1 }] })
  expect(result?.violations.map(({ exchange }) => exchange)).toEqual([two])
})

test('a check that must pass first explains all violations, except in exchanges that pass it', () => {
  const all = [one, two, three]
  const judge = (main: Check) => {
    const other = check('other', [two], all, { after: ['main'] })
    return judgeChecks([main, other], all, gatherFacts(all, createAnalyser(readContract())))[1]
  }
  expect(judge(check('main', [one], [one]))).toMatchObject({
    judged: 0,
    violations: [],
    explained: [{ by: 'main', seen: 1 }],
  })
  expect(judge(check('main', [one], all))).toMatchObject({ judged: 3, explained: [] })
  expect(judge(check('main', [], [one]))).toMatchObject({ judged: 3, explained: [] })
})
