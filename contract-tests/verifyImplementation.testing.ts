import type { Report } from '../src/judge/report.ts'
import type { Suite } from '../src/judge/suite.ts'
import { verifyWith } from '../src/record/verifyWith.ts'
import type { Implementation } from './implementations/implementation.ts'
import { startImplementation } from './implementations/startImplementation.ts'
import { suite as wholeSuite } from './suite.ts'

/** Starts an implementation and runs the kit's own checks on it. `timeout` is the maximum number of milliseconds without data. */
export async function verifyImplementation(
  { difference, expectations }: Pick<Implementation, 'difference' | 'expectations'>,
  timeout: number,
  suite: Suite = wholeSuite,
  plan: 'full' | 'monitor' = 'full',
): Promise<Report> {
  const { baseUrl, close, ...known } = await startImplementation(difference)
  try {
    const judges = { suite, engines: { probes: 'probes' }, outagePatience: 1_000 } as const
    return await verifyWith(baseUrl, judges, { ...known, expectations, timeout, plan })
  } finally {
    await close()
  }
}
