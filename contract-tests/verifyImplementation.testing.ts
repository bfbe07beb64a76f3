import type { Report } from '../src/harness/report.ts'
import { verifyWith } from '../src/harness/verifyWith.ts'
import type { Implementation } from './implementations/implementation.ts'
import { startImplementation } from './implementations/startImplementation.ts'
import { suite } from './suite.ts'

/** Milliseconds for one test. Some servers are slow on purpose, and the machine may be busy. */
export const TIMEOUT = 60_000

/** Starts an implementation and runs the kit's own checks on it. */
export async function verifyImplementation({
  difference,
  expectations,
}: Pick<Implementation, 'difference' | 'expectations'>): Promise<Report> {
  const { baseUrl, close, ...known } = await startImplementation(difference)
  try {
    const judges = { suite, engines: { probes: 'probes' } } as const
    return await verifyWith(baseUrl, judges, { ...known, expectations, timeout: 1_000 })
  } finally {
    await close()
  }
}
