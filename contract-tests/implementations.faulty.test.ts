import { expect, test } from 'vitest'
import { listSerious } from '../bench/proof.ts'
import { readContract } from '../src/contract/readContract.ts'
import type { Check } from '../src/judge/check.ts'
import type { Exchange } from '../src/judge/exchange.ts'
import type { Finding, Report } from '../src/judge/report.ts'
import type { Suite } from '../src/judge/suite.ts'
import { reporters } from '../src/report/reporters.ts'
import { countColumns } from '../src/report/text/wrap.ts'
import { createChecks } from './checks/index.ts'
import type { Fault } from './implementations/implementation.ts'
import { faultyServers } from './implementations/index.ts'
import { suite } from './suite.ts'
import { verifyImplementation } from './verifyImplementation.testing.ts'

// These tests use at least one faulty server for each check, and send the plan only until the check reports a violation. `npm run prove`
// sends the whole plan to every faulty server.

const checks = createChecks(readContract())
/** The ids of the INFO checks that report an observation even for the correct implementation. */
let usual: Promise<readonly string[]> | undefined
const usualOnce = (): Promise<readonly string[]> =>
  (usual ??= verifyImplementation({ difference: {} }, 1_000).then((report) => listReported(report, ['info'])))

/** Strings that a fault's report must contain: they name the cause, the wrong place or the fix. The keys are the faults' ids. */
const words: Record<string, readonly (string | RegExp)[]> = {
  'redirect-drops-query': [
    'after a redirect',
    /1 {2}GET \/plants\?limit=\d+ +→ 302 {2}Location: \/plants/,
    'Keep the query',
  ],
  'status-202-later-on-connection': [
    'on a connection that was used before',
    /1 {2}GET \/plants +→ 200, 20 plants\n +2 {2}GET \/plants\?limit=1 +→ 202/,
    '202',
  ],
  'auth-replayed': [
    /1 {2}with the token: GET \/plants +→ 200, 20 plants\n.* 2 {2}no token: GET \/plants +→ 200, 20 plants/,
    'cache',
  ],
  'type-lost-in-cache': [
    'when the same user has already requested the same URL',
    'passes the first time',
    /1 {2}GET \/plants +→ 200, 20 plants\n +2 {2}GET \/plants +→ 200, 20 plants/,
  ],
  'type-without-accept': ['GET /plants, no Accept', 'only without Accept', 'Content-Type: text/plain'],
  'name-missing-one-in-thirty': [
    /\d of \d+ checked responses, no pattern/,
    /repeated +[✓✗ ]*(?:✓ ✗|✗ ✓)/,
    '[{"tag":"house"}',
  ],
  'chunk-size-wrong': ['longer than its declared size', 'count bytes'],
  'json-trailing-comma': ['"tag":"garden"},]', 'JSON library'],
  'json-latin-1': ['the bytes eb 22 2c 22 at offset 13 are not UTF-8', String.raw`"Alo\xeb"`],
  envelope: ['expected an array, got an object with "plants"', 'Return the array itself'],
  'tag-null-ninth': ['/8/tag: expected a string, got null', '"tag":null', 'Omit the field'],
  'limit-off-by-one': [/\?limit=(\d+) returns \d+ plants/, 'GET /plants?limit=', 'at most'],
  'auth-slash': ['GET /plants/, no token', 'only at /plants/'],
  'users-cache-forgets-token': [
    /Authorization|token/,
    'cache key',
    'after another user sent the same request',
  ],
}

/** The first faulty server of each check, and the faulty servers in the table. */
const sample = faultyServers.filter(
  ({ id, check }, index) =>
    id in words || faultyServers.findIndex((other) => other.check === check) === index,
)

for (const fault of sample) {
  const { id, title, check } = fault
  test.concurrent(`fault ${id}: ${check} is the first to report a server that ${title}`, async () => {
    const report = await verifyImplementation(fault, 1_000, endOnceReported(check))
    const level = checks.find((candidate) => candidate.id === check)?.level
    // Reports list violations before warnings.
    const serious = listSerious(report)
    const others = await usualOnce()
    const information = listReported(report, ['info']).filter(
      (each) => each === check || !others.includes(each),
    )
    // Developers start with the first finding, so the first finding must be about the fault.
    expect([...serious, ...information].at(0)).toBe(check)
    expect(report.verdict === 'violations').toBe(level === 'MUST')
    expectReadable(fault, report)
  })
}

test('every fault in the table of expected words exists', () => {
  const ids = faultyServers.map(({ id }) => id)
  expect(Object.keys(words).filter((id) => !ids.includes(id))).toEqual([])
})

/** Ends the plan after the stage with the violation. The kit judges INFO checks only at the end of a plan. */
function endOnceReported(id: string): Suite {
  const violating = new Set<Exchange>()
  const watch = (check: Check): Check => ({
    ...check,
    judge: (exchange, facts) => {
      const outcome = check.judge(exchange, facts)
      if (!('inconclusive' in outcome) && outcome.length > 0) violating.add(exchange)
      return outcome
    },
  })
  const isOnceAllowed = checks.find((check) => check.id === id)?.special === 'once-is-a-warning'
  const isReported = (): boolean => violating.size > (isOnceAllowed ? 1 : 0)
  return {
    ...suite,
    checks: (contract) => suite.checks(contract).map((check) => (check.id === id ? watch(check) : check)),
    plan: (contract, name) =>
      suite
        .plan(contract, name)
        .map((stage) => ({ ...stage, probes: (facts) => (isReported() ? [] : stage.probes(facts)) })),
  }
}

/** Lists the checks that have one of these verdicts, in the order of the report. */
function listReported({ findings }: Report, verdicts: readonly Finding['verdict'][]): string[] {
  return findings.filter(({ verdict }) => verdicts.includes(verdict)).map(({ check }) => check)
}

/** If a fault has `words`, expects that its report contains the words and has at most 40 lines. */
function expectReadable({ id, check }: Fault, report: Report): void {
  const expected = words[id]
  if (expected === undefined) return
  const text = reporters.terminal(report, { color: false, saved: 'plant-store.json' })
  const lines = text.trimEnd().split('\n')
  expect(lines.length, text).toBeLessThanOrEqual(40)
  // The report does not wrap lines with a command to copy.
  expect(lines.filter((line) => countColumns(line) > 100 && !/ (curl|replay) /.test(line))).toEqual([])
  const unwrapped = text.replaceAll(/\s+/g, ' ')
  for (const word of expected)
    if (typeof word === 'string') expect(unwrapped, text).toContain(word)
    else expect(text).toMatch(word)
  expect(text).toContain(`plant-store-kit replay plant-store.json ${check}`)
  expect(text).not.toMatch(/\brow\/\d|\bisolate\/\d/)
}
