import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { variations } from './implementations/index.ts'
import { verifyImplementation } from './verifyImplementation.testing.ts'

const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)
/** Long enough for a slow server on a busy machine. */
const SILENCE = 3_000

test.concurrent('the correct implementation is conformant', async () => {
  const report = await verifyImplementation({ difference: {} }, SILENCE)
  expect(report.findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([])
  expect(report.reasons).toEqual([])
})

for (const variation of variations) {
  const { id, title, warns = [], incomplete } = variation
  // Not every machine has IPv6.
  const isPossible = variation.difference.address !== '::1' || hasIPv6
  test.skipIf(!isPossible).concurrent(`variation ${id}: no check fails a server that ${title}`, async () => {
    const report = await verifyImplementation(variation, SILENCE)
    const failed = report.findings.filter(({ verdict }) => verdict === 'fail')
    const warned = report.findings.filter(({ verdict }) => verdict === 'warn').map(({ check }) => check)
    expect(failed.map(({ check }) => check)).toEqual([])
    expect(warned.filter((check) => !warns.includes(check))).toEqual([])
    expect(report.verdict).toBe(incomplete ? 'incomplete' : 'conformant')
  })
}
