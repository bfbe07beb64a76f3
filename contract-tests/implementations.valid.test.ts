import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { generatedVariations } from './implementations/generated/index.ts'
import { variations } from './implementations/index.ts'
import { verifyImplementation } from './verifyImplementation.testing.ts'

// This file sends the whole plan to a sample of the valid servers. `npm run prove` sends the whole plan to all valid servers.

const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)
/** The maximum time without data in milliseconds, which is long enough for a slow server on a busy machine. */
const SILENCE = 3_000
const sample = [...variations, ...generatedVariations].filter((_, index) => index % 24 === 0)

test.concurrent('the correct implementation is conformant', async () => {
  const report = await verifyImplementation({ difference: {} }, SILENCE)
  expect(report.findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([])
  expect(report.reasons).toEqual([])
})

for (const variation of sample) {
  const { id, title, warns = [], incomplete } = variation
  // Some machines have no IPv6.
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
