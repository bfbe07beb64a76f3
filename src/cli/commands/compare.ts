import { Command } from 'commander'
import { json } from '../../report/json.ts'
import type { Finish } from '../errors.ts'
import { compareFlags } from '../flags.ts'
import { addFlags, type FlagsOf } from '../options.ts'
import { openOutputs } from '../output.ts'

/** `plant-store-kit compare`: what got worse, what got better, and what behaves differently. */
export function compareCommand(finish: Finish): Command {
  const command = new Command('compare')
    .description('Compare two runs: what got worse, what got better, what behaves differently.')
    .argument('<before>', 'the JSON report of a run')
    .argument('<after>', 'the JSON report of a later run, or of another server')
  return addFlags(command, compareFlags).action(
    async (before: string, after: string, { failOn, report }: FlagsOf<typeof compareFlags>) => {
      // Loaded late, so that help and usage errors appear immediately.
      const [{ readReport }, { compareReports, viewComparison }, { documentFormats }] = await Promise.all([
        import('../readReport.ts'),
        import('../../report/compareReports.ts'),
        import('../../report/reporters.ts'),
      ])
      const comparison = compareReports(readReport(before), readReport(after), failOn === 'worse')
      const { exitCode, worse, better } = comparison
      const document = viewComparison(comparison)
      const write = openOutputs(report, false)
      finish(exitCode)
      const isWritten = await write(
        (format, options) =>
          format === 'json' ? json(comparison) : documentFormats[format](document, options),
        { 'exit-code': exitCode, worse: worse.length, better: better.length },
      )
      if (!isWritten) finish(3)
    },
  )
}
