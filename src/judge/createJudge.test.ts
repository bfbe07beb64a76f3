import { expect, test } from 'vitest'
import { suite } from '../../contract-tests/suite.ts'
import { readContract } from '../contract/readContract.ts'
import { createAnalyser } from './body/analyseResponse.ts'
import type { Check, Facts } from './check.ts'
import { createJudge } from './createJudge.ts'
import { testExchange } from './exchange.testing.ts'
import type { Exchange } from './exchange.ts'
import { gatherFacts } from './gatherFacts.ts'

const contract = readContract()
const [anyCheck] = suite.checks(contract) as [Check, ...Check[]]
const exchange: Exchange = testExchange()
const facts = gatherFacts([exchange], createAnalyser(contract))

const judge = (check: Check, changed: Partial<Facts> = {}): unknown =>
  createJudge({ ...facts, ...changed }, [exchange])(check)(0)

/** A check that uses one fact, and the facts that it was called with. */
function createCheck(use: (facts: Facts) => unknown): { check: Check; calls: unknown[] } {
  const calls: unknown[] = []
  const check: Check = {
    ...anyCheck,
    applies: () => true,
    judge: (_, given) => {
      calls.push(use(given))
      return []
    },
  }
  return { check, calls }
}

test('judges an exchange again only if a fact that the check used has changed', () => {
  const { check, calls } = createCheck(({ plants }) => plants)
  judge(check, { plants: 3 })
  judge(check, { plants: 3, exchanges: [], served: !facts.served })
  expect(calls).toEqual([3])
  judge(check, { plants: 4 })
  expect(calls).toEqual([3, 4])
})

test('judges an exchange again if there are more exchanges to compare it with, another user or another outage', () => {
  const { check, calls } = createCheck(({ exchanges, othersServed, outages }) => [
    exchanges.length,
    othersServed.size,
    outages.length,
  ])
  const judgeWith = (changed: Partial<Facts>): void => {
    judge(check, changed)
  }
  judgeWith({ othersServed: new Set(), outages: [] })
  judgeWith({ othersServed: new Set(), outages: [] })
  judgeWith({ othersServed: new Set([2]), outages: [] })
  judgeWith({ exchanges: [exchange, exchange], othersServed: new Set([2]), outages: [] })
  expect(calls).toEqual([
    [1, 0, 0],
    [1, 1, 0],
    [2, 1, 0],
  ])
})

test('remembers that a check does not apply', () => {
  const { check, calls } = createCheck(() => 'judged')
  let asked = 0
  const other = { ...check, applies: () => ++asked > 1 }
  expect(judge(other)).toBeUndefined()
  expect(judge(other)).toBeUndefined()
  expect({ asked, calls }).toEqual({ asked: 1, calls: [] })
})
