import { expect, test } from 'vitest'
import { generatedFaults, generatedVariations } from './implementations/generated/index.ts'
import { verifyImplementation } from './verifyImplementation.testing.ts'

/** `npm run prove` runs all these servers; here, a sample is enough to notice mistakes. */
const EVERY = 12

for (const fault of generatedFaults.filter((_, index) => index % EVERY === 0))
  test.concurrent(`generated fault ${fault.id}: ${fault.check} reports a server that ${fault.title}`, async () => {
    const report = await verifyImplementation(fault, 1_000)
    const reported = report.findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    expect(reported.map(({ check }) => check)).toContain(fault.check)
  })

for (const variation of generatedVariations.filter((_, index) => index % EVERY === 0))
  test.concurrent(`generated variation ${variation.id}: no check fails a server that ${variation.title}`, async () => {
    const report = await verifyImplementation(variation, 3_000)
    const reported = report.findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    expect(reported.map(({ check }) => check)).toEqual([])
  })
