import { type TestContext, test } from 'vitest'
import { suite } from '../contract-tests/suite.ts'
import { scenarios } from '../dist/generated/fixtures.js'
import type { Field } from '../src/judge/exchange.ts'
import { startMock } from '../src/mock/startMock.ts'
import { verifyWith } from '../src/record/verifyWith.ts'

/** Removes the delay from slow scenarios. Tests in src/mock/ cover the delay. */
const WITHOUT_WAITING: readonly Field[] = [['Prefer', 'delay=0']]

/** The total time to wait for a scenario that may never stop throttling. A user's run waits up to 60 seconds. */
const PATIENCE_MS = 1_000

/** The verdict of a run on each scenario, or the checks that fail. A scenario that is not listed is `conformant`. */
const verdicts: Readonly<Record<string, string | readonly string[]>> = {
  'bad-gateway': 'incomplete',
  'bad-request': ['operation-serves-plain-request'],
  'connection-reset': ['operation-answers'],
  'empty-response': ['operation-answers'],
  empty: 'incomplete',
  forbidden: 'incomplete',
  'login-page': 'incomplete',
  one: 'incomplete',
  'server-error': ['operation-no-crash'],
  'too-many-requests': 'incomplete',
  truncated: ['framing-complete'],
  unauthorized: 'incomplete',
  unavailable: 'incomplete',
}

async function judge(scenario: string, expected: unknown, { onTestFinished }: TestContext) {
  const mock = await startMock({ port: 0, settings: { scenario } })
  onTestFinished(() => mock.close())
  const chosen = scenarios.find(({ name }) => name === scenario)
  const waits = chosen?.delay !== undefined
  const patience = expected === 'incomplete' ? PATIENCE_MS : undefined
  const recording = { suite, engines: { probes: 'probes' }, patience, outagePatience: 1_000 } as const
  return verifyWith(mock.url, recording, {
    token: 'token-alice',
    otherToken: 'token-bob',
    // Without this option, a run stays slow after a server has throttled it.
    rate: 1_000,
    ...(waits && { headers: WITHOUT_WAITING }),
  })
}

test.concurrent.for(scenarios.map(({ name }) => ({ name, expected: verdicts[name] ?? 'conformant' })))(
  'verify’s result for the scenario $name is $expected',
  async ({ name, expected }, context) => {
    const { expect } = context
    const { verdict, findings } = await judge(name, expected, context)
    const failed = findings.filter((finding) => finding.verdict === 'fail').map(({ check }) => check)
    if (typeof expected === 'string') expect({ verdict, failed }).toEqual({ verdict: expected, failed: [] })
    else {
      expect(verdict).toBe('violations')
      expect(failed).toEqual(expect.arrayContaining([...expected]))
    }
  },
)
