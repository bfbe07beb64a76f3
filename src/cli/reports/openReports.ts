import type { Report } from '../../judge/report.ts'
import { listJsonParts } from '../../report/json.ts'
import { markdown } from '../../report/markdown.ts'
import type { ContractCopy } from '../../report/reporter.ts'
import { reporters } from '../../report/reporters.ts'
import { verdict } from '../../report/terminal/verdict.ts'
import type { FlagsOf } from '../config/flag.ts'
import type { verifyFlags } from '../flags/verifyFlags.ts'
import { readContractCopy } from './contractCopy.ts'
import type { Destination } from './destination.ts'
import { findProgram } from './findProgram.ts'
import { insertName } from './insertName.ts'
import { openOutputs } from './openOutputs.ts'

/** Writes the reports of a run. Resolves to false if one of them could not be written; a line on standard error says which. */
type WriteReports = (report: Report, har?: string) => Promise<boolean>

type RunFlags = Pick<FlagsOf<typeof verifyFlags>, 'report' | 'name' | 'contract' | 'contractPath' | 'verbose'>

type ReportOptions = {
  contract?: ContractCopy | undefined
  /** Show every check in the terminal report. */
  verbose?: boolean | undefined
  /** The file of the JSON report, if no destination says it. */
  saved?: string
  /** Show the verdict on the terminal, whatever the reports are. */
  showsVerdict?: boolean
}

/** The reports of a run of `verify`, as its flags say. Throws a UsageError if one cannot be written. */
export function openRunReports({
  report,
  name,
  contract,
  contractPath = contract,
  verbose,
}: RunFlags): WriteReports {
  return openReports(
    report.map((destination) => insertName(destination, name)),
    {
      contract: contractPath === undefined ? undefined : readContractCopy(contractPath),
      verbose,
      showsVerdict: true,
    },
  )
}

/** Makes sure before the run that every report can be written, each to a different destination. Throws a UsageError otherwise. */
export function openReports(
  destinations: readonly Destination[],
  {
    contract,
    verbose = false,
    saved = destinations.find(({ format }) => format === 'json')?.file,
    showsVerdict = false,
  }: ReportOptions,
): WriteReports {
  const write = openOutputs(destinations, showsVerdict)
  const program = findProgram()
  return (report, har) => {
    const { verdict: outcome, exitCode, summary } = report
    return write({
      format: (format, color) => {
        if (format === 'har') return requireHar(har)
        if (format === 'json') return listJsonParts(report)
        return reporters[format](report, { color, verbose, saved, program, ...(contract && { contract }) })
      },
      verdict: (color) => verdict(report, { color, program }),
      github: {
        summary: () => markdown(report, { color: false, saved, program }),
        outputs: {
          verdict: outcome,
          'exit-code': exitCode,
          violations: summary.violations,
          accepted: summary.listed ?? 0,
          'baseline-stale': report.baseline?.problems.length ?? 0,
        },
      },
    })
  }
}

function requireHar(har: string | undefined): string {
  if (har === undefined) throw new Error('the run was ended before its transcript was saved')
  return har
}
