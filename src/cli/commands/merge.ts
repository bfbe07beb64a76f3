import { Command } from 'commander'
import { fleetFormats } from '../../report/fleet/fleetReporters.ts'
import { addFlags } from '../config/createOption.ts'
import type { Flags, FlagsOf } from '../config/flag.ts'
import type { Finish } from '../explainFailure.ts'
import { reportFlags } from '../flags/reportFlags.ts'
import { openFleetReport } from '../fleet/fleetReports.ts'
import { mergeReports } from '../fleet/mergeReports.ts'
import { parseDestination } from '../reports/destination.ts'

const mergeFlags = {
  report: {
    ...reportFlags.report,
    description: `report format: ${fleetFormats.join(', ')}; to standard output unless you name a file, and each to a different destination; repeatable`,
    parse: (text: string) => parseDestination(text, fleetFormats),
  },
  verbose: { type: 'boolean', description: 'list every target in the terminal report' },
} as const satisfies Flags

/** `plant-store merge`: joins the reports of several targets. */
export function mergeCommand(finish: Finish): Command {
  const command = new Command('merge')
    .description('Join the JSON reports of several targets, or of the parts of a fleet, into one table.')
    .argument('<reports...>', 'JSON reports of plant-store verify')
  return addFlags(command, mergeFlags).action(
    async (files: string[], { report: destinations, verbose }: FlagsOf<typeof mergeFlags>) => {
      const fleet = mergeReports(files)
      const write = openFleetReport(destinations, { verbose })
      finish(fleet.exitCode)
      if (!(await write(fleet)) && fleet.exitCode === 0) finish(3)
    },
  )
}
