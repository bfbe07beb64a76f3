import { expect, test } from 'vitest'
import { readContract } from '../src/contract/readContract.ts'
import type { Finding, Report } from '../src/judge/report.ts'
import { expectReadable, readIds } from '../tests/readableReport.testing.ts'
import { createChecks } from './checks/index.ts'
import { faultyServers } from './implementations/index.ts'
import { verifyImplementation } from './verifyImplementation.testing.ts'

const checks = createChecks(readContract())
/** Findings that the correct implementation gets as well, as information only. */
let usual: Promise<readonly string[]> | undefined
const usualOnce = (): Promise<readonly string[]> =>
  (usual ??= verifyImplementation({ difference: {} }, 1_000).then((report) => listReported(report, ['info'])))

for (const fault of faultyServers) {
  const { id, title, check } = fault
  test.concurrent(`fault ${id}: ${check} is the first to report a server that ${title}`, async () => {
    const report = await verifyImplementation(fault, 1_000)
    const level = checks.find((candidate) => candidate.id === check)?.level
    // Reports list violations before warnings.
    const serious = [...listReported(report, ['fail']), ...listReported(report, ['warn'])]
    const others = await usualOnce()
    const information = listReported(report, ['info']).filter(
      (each) => each === check || !others.includes(each),
    )
    // Developers start with the first finding, so the first finding must be the cause.
    expect([...serious, ...information].at(0)).toBe(check)
    expect(report.verdict).toBe(level === 'MUST' ? 'violations' : 'conformant')
    expectReadable(fault, report)
  })
}

test('the reports that are read are on faults that exist', () => {
  const ids = faultyServers.map(({ id }) => id)
  expect(readIds.filter((id) => !ids.includes(id))).toEqual([])
})

/** The checks with one of these verdicts, in the order of the report. */
function listReported({ findings }: Report, verdicts: readonly Finding['verdict'][]): string[] {
  return findings.filter(({ verdict }) => verdicts.includes(verdict)).map(({ check }) => check)
}
