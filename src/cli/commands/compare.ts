import { compareReports, viewComparison } from '../../report/compareReports.ts'
import { documentWriters, json } from '../../report/reporters.ts'
import type { compareFlags } from '../flags.ts'
import type { Call } from '../options.ts'
import { openOutputs } from '../output.ts'
import { readReport } from '../readReport.ts'

/** `plant-store-kit compare`: lists the checks that got worse or better, are unclear, or fail or warn as before. */
export async function compare({
  words: [before = '', after = ''],
  flags: { failOn, report },
  finish,
}: Call<typeof compareFlags>): Promise<void> {
  const comparison = compareReports(readReport(before), readReport(after), failOn === 'worse')
  const { exitCode, worse, better } = comparison
  const document = viewComparison(comparison)
  const write = openOutputs(report, false, finish)
  finish(exitCode)
  await write(
    (format, options) => (format === 'json' ? json(comparison) : documentWriters[format](document, options)),
    { 'exit-code': exitCode, worse: worse.length, better: better.length },
  )
}
