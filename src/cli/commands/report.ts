import { Command } from 'commander'
import { addFlags } from '../config/createOption.ts'
import type { FlagsOf } from '../config/flag.ts'
import type { Finish } from '../explainFailure.ts'
import { reportFlags } from '../flags/reportFlags.ts'
import { readContractCopy } from '../reports/contractCopy.ts'
import { openReports } from '../reports/openReports.ts'

/** `plant-store report`: makes other formats from a JSON report. */
export function reportCommand(finish: Finish): Command {
  const command = new Command('report')
    .description('Make other formats from a JSON report.')
    .argument('<file>', 'the JSON report of a run')
  return addFlags(command, reportFlags).action(
    async (file: string, { report: destinations, contractPath, verbose }: FlagsOf<typeof reportFlags>) => {
      // Loaded late, so that help and usage errors appear at once.
      const { readReport } = await import('../readReport.ts')
      const report = readReport(file)
      const contract = contractPath === undefined ? undefined : readContractCopy(contractPath)
      const writeReports = openReports(destinations, { contract, verbose, saved: file })
      finish((await writeReports(report)) ? 0 : 3)
    },
  )
}
