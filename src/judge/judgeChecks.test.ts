import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { suite } from '../../contract-tests/suite.ts'
import { readContract } from '../contract/readContract.ts'
import { createAnalyser } from './body/analyseResponse.ts'
import type { Cause } from './cause.ts'
import type { Check, CheckResult } from './check.ts'
import { testExchange } from './exchange.testing.ts'
import type { Exchange } from './exchange.ts'
import { gatherFacts } from './gatherFacts.ts'
import { joinSameCause, judgeCheck, listFollowers } from './judgeChecks.ts'

const [anyCheck] = suite.checks(readContract())

function result(
  check: Partial<Check> & { id: string },
  violating: readonly Exchange[],
  different: Partial<CheckResult> = {},
): CheckResult {
  const violation = { message: check.id, pointer: '', expected: '', actual: '' }
  return {
    check: { ...anyCheck, ...check } as Check,
    judged: violating.length,
    violations: violating.map((exchange) => ({ exchange, violation })),
    inconclusive: [],
    passing: [],
    explained: [],
    ...different,
  }
}

const always: Cause = { data: { kind: 'always' }, traits: [], when: '' }
const intermittent: Cause = { data: { kind: 'intermittent', failed: 1, of: 2 }, traits: [], when: '' }
const unknown: Cause = { data: { kind: 'unknown' }, traits: [], when: '' }
const [one, two, three] = [testExchange(), testExchange(), testExchange()]

test('joins the violations of two checks if one cause explains both', () => {
  const results = [
    result({ id: 'main' }, [one], { passing: [two, three] }),
    result({ id: 'other', explainedBy: { sameCause: ['main'] } }, [two], { passing: [three] }),
  ]
  const explain = ({ passing }: CheckResult) => (passing.length === 1 ? always : intermittent)
  const [main, other] = joinSameCause(results, explain)
  expect(main).toMatchObject({ judged: 3, passing: [three] })
  expect(main?.violations.map(({ exchange }) => exchange)).toEqual([one, two])
  expect(other).toMatchObject({ judged: 1, violations: [], explained: [{ by: 'main', seen: 1 }] })
})

test('leaves the violations of the main check as they are if both have the same cause by themselves', () => {
  const results = [
    result({ id: 'main' }, [one]),
    result({ id: 'other', explainedBy: { sameCause: ['main'] } }, [two]),
  ]
  const [main, other] = joinSameCause(results, () => always)
  expect(main).toEqual(results[0])
  expect(other).toMatchObject({ violations: [], explained: [{ by: 'main', seen: 1 }] })
})

test('joins the violations of two checks if both come and go, or if the main cause explains both less often', () => {
  const results = [
    result({ id: 'main' }, [one]),
    result({ id: 'other', explainedBy: { sameCause: ['main'] } }, [two]),
  ]
  expect(joinSameCause(results, () => intermittent)[0]?.violations).toHaveLength(2)
  const trait = { key: 'parallel', kind: 'moment', when: 'at once' } as const
  const explain = ({ check, violations }: CheckResult): Cause =>
    check.id === 'main'
      ? { data: { kind: 'parallel' }, traits: [trait], when: `(in ${violations.length} of 9 responses)` }
      : intermittent
  expect(joinSameCause(results, explain)[0]?.violations).toHaveLength(2)
})

test('leaves two checks apart if no cause explains both, or if it is the value of the limit', () => {
  const results = [
    result({ id: 'main' }, [one]),
    result({ id: 'other', explainedBy: { sameCause: ['main'] } }, [two]),
  ]
  const onlyMain = ({ check }: CheckResult) => (check.id === 'main' ? intermittent : unknown)
  expect(joinSameCause(results, onlyMain)).toEqual(results)
  const trait = {
    key: 'limit=max',
    kind: 'condition',
    dimension: 'limit',
    when: 'with the largest limit',
  } as const
  expect(
    joinSameCause(results, () => ({ data: { kind: 'condition', parts: [] }, traits: [trait], when: '' })),
  ).toEqual(results)
  expect(
    joinSameCause([result({ id: 'main' }, []), results[1] ?? result({ id: '' }, [])], () => always),
  ).toEqual([result({ id: 'main' }, []), results[1]])
})

test('lists what follows under the first cause', () => {
  const results = [
    result({ id: 'root' }, [one]),
    result({ id: 'middle' }, [], { explained: [{ by: 'root', seen: 2 }] }),
    result({ id: 'last' }, [], { explained: [{ by: 'middle', seen: 1 }] }),
  ]
  expect(listFollowers(results)).toEqual(
    new Map([
      [
        'root',
        [
          { check: 'middle', seen: 2 },
          { check: 'last', seen: 1 },
        ],
      ],
    ]),
  )
})

test('a body that is cut at the bound of the kit is inconclusive, never empty', () => {
  const contract = readContract()
  const checks = suite.checks(contract)
  const exchange = testExchange(
    {},
    {
      fields: [
        ['Content-Type', 'application/json'],
        ['Content-Encoding', 'gzip'],
      ],
      body: gzipSync(`[${' '.repeat(10_000)}]`),
    },
  )
  const facts = gatherFacts([exchange], createAnalyser(contract, 1_000))
  const present = checks.find(({ id }) => id === 'json-present')
  if (!present) throw new Error('no such check')
  const { violations, inconclusive } = judgeCheck(present, checks, [exchange], facts)
  expect(violations).toEqual([])
  expect(inconclusive).toEqual(['the body is longer than the kit reads'])
})
