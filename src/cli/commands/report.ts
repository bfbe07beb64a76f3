import { Command } from 'commander'
import type { Finish } from '../errors.ts'
import { reportFlags, sections } from '../flags.ts'
import { addFlags, type FlagsOf } from '../options.ts'
import { openReports } from '../reports.ts'

/** `plant-store-kit report`: makes other formats from a JSON report. */
export function reportCommand(finish: Finish): Command {
  const command = new Command('report')
    .description('Make other formats from a JSON report.')
    .argument('<file>', 'the JSON report of a run')
  const section = { name: 'verify', all: sections, keys: ['contractPath'] }
  return addFlags(command, reportFlags, { section }).action(
    async (file: string, flags: FlagsOf<typeof reportFlags>) => {
      // Loaded late, so that help and usage errors appear immediately.
      const { readReport } = await import('../readReport.ts')
      const report = readReport(file)
      if (!(await openReports(report.target.name, { ...flags, saved: file }, false)(report))) finish(3)
    },
  )
}
