import { Command } from 'commander'
import type { Comparison } from '../../report/compare/comparison.ts'
import { addFlags } from '../config/createOption.ts'
import type { FlagsOf } from '../config/flag.ts'
import type { Finish } from '../explainFailure.ts'
import { compareFlags } from '../flags/compareFlags.ts'
import { openOutputs } from '../reports/openOutputs.ts'

/** `plant-store compare`: what got worse, what got better, and what behaves differently. */
export function compareCommand(finish: Finish): Command {
  const command = new Command('compare')
    .description('Compare two runs: what got worse, what got better, what behaves differently.')
    .argument('<before>', 'the JSON report of a run')
    .argument('<after>', 'the JSON report of a later run, or of another server')
  return addFlags(command, compareFlags).action(
    async (before: string, after: string, { failOn, report: destinations }: FlagsOf<typeof compareFlags>) => {
      // Loaded late, so that help and usage errors appear at once.
      const [{ readReport }, { compareReports }, { comparisonFormats }] = await Promise.all([
        import('../readReport.ts'),
        import('../../report/compare/compareReports.ts'),
        import('../../report/compare/formats.ts'),
      ])
      const comparison = compareReports(readReport(before), readReport(after), failOn === 'worse')
      const write = openOutputs(destinations, false)
      finish(comparison.exitCode)
      const isComplete = await write({
        format: (format, color) => comparisonFormats[format](comparison, { color }),
        verdict: (color) => comparisonFormats.terminal(comparison, { color }),
        github: {
          summary: () => comparisonFormats.markdown(comparison),
          outputs: listOutputs(comparison),
        },
      })
      if (!isComplete && comparison.exitCode === 0) finish(3)
    },
  )
}

function listOutputs({ exitCode, worse, better }: Comparison): Record<string, number> {
  return { 'exit-code': exitCode, worse: worse.length, better: better.length }
}
