import { expect, test } from 'vitest'
import { variations } from './implementations/index.ts'
import { TIMEOUT, verifyImplementation } from './verifyImplementation.testing.ts'

test.concurrent('the correct implementation is conformant', async () => {
  const report = await verifyImplementation({ difference: {} })
  expect(report.findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([])
  expect(report.reasons).toEqual([])
  expect(report.requests).toBeLessThanOrEqual(150)
})

for (const variation of variations) {
  const { id, title, warns = [], incomplete } = variation
  test.concurrent(`variation ${id}: no check fails a server that ${title}`, {
    timeout: TIMEOUT,
  }, async () => {
    const report = await verifyImplementation(variation)
    const failed = report.findings.filter(({ verdict }) => verdict === 'fail')
    const warned = report.findings.filter(({ verdict }) => verdict === 'warn').map(({ check }) => check)
    expect(failed.map(({ check }) => check)).toEqual([])
    expect(warned.filter((check) => !warns.includes(check))).toEqual([])
    expect(report.verdict).toBe(incomplete ? 'incomplete' : 'conformant')
  })
}
