import { expect, test } from 'vitest'
import { verifyWith } from '../../../src/record/verifyWith.ts'
import { setHeaders } from '../../implementations/change.ts'
import { startImplementation } from '../../implementations/startImplementation.ts'
import { suite } from '../../suite.ts'

test('signs of a cache are a remark that names the flag for a second user, and change nothing else', async () => {
  const { baseUrl, token, close } = await startImplementation(setHeaders({ 'X-Cache': 'HIT' }))
  const report = await verifyWith(baseUrl, { suite, engines: { probes: 'probes' } }, { token })
  await close()
  const remark = report.findings.find(({ check }) => check === 'cache-users-apart')
  expect(remark).toMatchObject({ verdict: 'inconclusive', note: expect.stringContaining('--other-token') })
  expect(report).toMatchObject({ exitCode: 0, reasons: [] })
})
