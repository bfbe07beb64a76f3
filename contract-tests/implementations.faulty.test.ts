import { expect, test } from 'vitest'
import { readContract } from '../src/contract/readContract.ts'
import { createChecks } from './checks/index.ts'
import { faultyServers } from './implementations/index.ts'
import { verifyImplementation } from './verifyImplementation.testing.ts'

const checks = createChecks(readContract())

for (const fault of faultyServers) {
  const { id, title, check } = fault
  test.concurrent(`fault ${id}: ${check} reports a server that ${title}`, async () => {
    const report = await verifyImplementation(fault, 1_000)
    const level = checks.find((candidate) => candidate.id === check)?.level
    const reported = report.findings.filter(({ verdict }) => ['fail', 'warn', 'info'].includes(verdict))
    expect(reported.map((finding) => finding.check)).toContain(check)
    expect(report.verdict).toBe(level === 'MUST' ? 'violations' : 'conformant')
  })
}
