import { expect, test } from 'vitest'
import { readContract } from '../src/contract/readContract.ts'
import { verify } from '../src/harness/verify.ts'
import { createChecks } from './checks/index.ts'
import type { Implementation } from './implementations/implementation.ts'
import { faultyServers, variations } from './implementations/index.ts'
import { startImplementation } from './implementations/startImplementation.ts'
import { suite } from './suite.ts'

const checks = createChecks(readContract())

async function judged({ difference, expectations }: Pick<Implementation, 'difference' | 'expectations'>) {
  const { baseUrl, resolve, token, otherToken, close } = await startImplementation(difference)
  try {
    return await verify(
      baseUrl,
      { suite, engines: { probes: 'probes' } },
      { token, otherToken, expectations, resolve, timeout: 1_000 },
    )
  } finally {
    await close()
  }
}

test.concurrent('the correct implementation is conformant', async () => {
  const report = await judged({ difference: {} })
  expect(report.findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([])
  expect(report.reasons).toEqual([])
  expect(report.requests).toBeLessThanOrEqual(150)
})

for (const fault of faultyServers) {
  const { id, title, check } = fault
  test.concurrent(`fault ${id}: a server that ${title} is seen by ${check}`, async () => {
    const report = await judged(fault)
    const level = checks.find((each) => each.id === check)?.level
    expect(
      report.findings
        .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn' || verdict === 'info')
        .map((finding) => finding.check),
    ).toContain(check)
    expect(report.verdict).toBe(level === 'MUST' ? 'violations' : 'conformant')
  })
}

for (const variation of variations) {
  const { id, title, warns = [], incomplete } = variation
  test.concurrent(`variation ${id}: a server that ${title} is not blamed`, async () => {
    const report = await judged(variation)
    const blamed = report.findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    expect(
      blamed
        .map((finding) => [finding.check, finding.verdict])
        .filter(([name, verdict]) => verdict === 'fail' || !warns.includes(name ?? '')),
    ).toEqual([])
    expect(report.verdict).toBe(incomplete ? 'incomplete' : 'conformant')
  })
}
