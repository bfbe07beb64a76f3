import { parseYamlSource } from '../contract/yaml.ts'
import type { Report } from '../judge/report.ts'
import type { ContractCopy } from '../report/reporter.ts'
import { reporters } from '../report/reporters.ts'
import { writeText } from '../report/text.ts'
import { viewReport } from '../report/viewReport.ts'
import { fileError, findProgram, UsageError } from './errors.ts'
import { openOutputs } from './output.ts'
import { readText, toRepositoryPath } from './readText.ts'
import type { Destination } from './values.ts'

/** Writes the reports of a run. Resolves to false if one of them could not be written; a line on standard error says which. */
export type WriteReports = (report: Report, saveHar?: () => string) => Promise<boolean>

type ReportFlags = {
  report: readonly Destination[]
  /** The name of the target, for `{name}` in the path of a report. */
  name?: string | undefined
  contract?: string | undefined
  contractPath?: string | undefined
  verbose?: boolean | undefined
  /** The file of the JSON report, if no destination says it. */
  saved?: string
}

/** Makes sure before the run that its reports can be written, as its flags say. Throws a UsageError otherwise. */
export function openReports(flags: ReportFlags, showsVerdict: boolean): WriteReports {
  const { name, contract, contractPath = contract, verbose = false } = flags
  const destinations = flags.report.map((destination) => insertName(destination, name))
  const { saved = destinations.find(({ format }) => format === 'json')?.file } = flags
  const copy = contractPath === undefined ? undefined : readContractCopy(contractPath)
  const write = openOutputs(destinations, showsVerdict)
  const program = findProgram()
  return (report, saveHar) => {
    const { verdict: outcome, exitCode, summary } = report
    return write({
      format: (format, color) => {
        if (format === 'har') return saveHar?.() ?? ''
        return reporters[format](report, { color, verbose, saved, program, ...(copy && { contract: copy }) })
      },
      verdict: (color) => writeText(viewReport(report, { program }), { color, brief: true }),
      github: {
        summary: () => reporters.markdown(report, { color: false, saved, program }),
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

const PLACEHOLDER = '{name}'
const NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{N}._\-]{0,98}[\p{L}\p{N}_\-])?$/v
/** Windows keeps these for devices. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** What the name of a file may contain everywhere. */
export const NAME_CHARACTERS = 'letters, digits, ".", "_" and "-"'

/** Whether a name can be a part of the name of a file, on every system. */
export function isFileName(name: string): boolean {
  return NAME.test(name) && !RESERVED.test(name)
}

/** Whether the path of a report has a place for the name of its target. */
export function hasName({ file }: Destination): boolean {
  return file?.includes(PLACEHOLDER) === true
}

/** The destination of the report of one target. Throws a UsageError if its path needs a name that it cannot have. */
function insertName(destination: Destination, name: string | undefined): Destination {
  const { file } = destination
  if (file === undefined || !hasName(destination)) return destination
  if (name === undefined || !isFileName(name))
    throw new UsageError(
      `expected --name with ${NAME_CHARACTERS}, because ${file} has ${PLACEHOLDER}${name === undefined ? '' : `; got "${name}"`}`,
    )
  return { ...destination, file: file.replaceAll(PLACEHOLDER, name) }
}

/** A path with a name instead of `{name}`. A hyphen replaces what a file name may not contain, such as the colon of a host and port. */
export function insertAnyName(path: string, name: string): string {
  return path.replaceAll(PLACEHOLDER, name.replaceAll(/[^\p{L}\p{N}._\-]/gv, '-'))
}

/** Reads the user's copy of the contract. Throws a UsageError if it cannot be read or is not YAML. */
function readContractCopy(file: string): ContractCopy {
  const { lineOf } = parseYamlSource(readText(file), (line, reason) => fileError(file, line, reason))
  return { path: toRepositoryPath(file), findLine: lineOf }
}
