import { parseYamlSource } from '../contract/yaml.ts'
import type { Report } from '../judge/report.ts'
import type { ContractCopy } from '../report/document.ts'
import { reporters } from '../report/reporters.ts'
import { fileError, findProgram } from './errors.ts'
import { openOutputs } from './output.ts'
import { readText, toRepositoryPath } from './readText.ts'
import type { Destination } from './values.ts'

/** Writes the reports of a run. Resolves to false if one of them could not be written; a line on standard error says which. */
type WriteReports = (report: Report, saveHar?: () => string) => Promise<boolean>

type ReportFlags = {
  report: readonly Destination[]
  contract?: string | undefined
  contractPath?: string | undefined
  verbose?: boolean | undefined
  /** The file of the JSON report, if no destination says it. */
  saved?: string
}

/** Makes sure before the run that the reports of a target can be written, as its flags say. Throws a UsageError otherwise. */
export function openReports(name: string, flags: ReportFlags, showsVerdict: boolean): WriteReports {
  const { contract, contractPath = contract, verbose = false } = flags
  const destinations = flags.report.map(({ format, file }) => ({
    format,
    ...(file !== undefined && { file: insertName(file, name) }),
  }))
  const { saved = destinations.find(({ format }) => format === 'json')?.file } = flags
  const copy = contractPath === undefined ? undefined : readContractCopy(contractPath)
  const write = openOutputs(destinations, showsVerdict)
  const shown = { verbose, saved, program: findProgram(), ...(copy && { contract: copy }) }
  return (report, saveHar = () => '') =>
    write(
      (format, options) =>
        format === 'har' ? saveHar() : reporters[format](report, { ...shown, ...options }),
      { verdict: report.verdict, 'exit-code': report.exitCode, ...countForStep([report]) },
    )
}

/** What the outputs of a step on GitHub say about these reports, besides the verdict. */
export function countForStep(reports: readonly Report[]): Record<string, number> {
  const sum = (count: (report: Report) => number): number =>
    reports.reduce((total, report) => total + count(report), 0)
  return {
    violations: sum(({ summary }) => summary.violations),
    accepted: sum(({ summary }) => summary.listed ?? 0),
    'baseline-stale': sum(({ baseline }) => baseline?.problems.length ?? 0),
  }
}

const PLACEHOLDER = '{name}'

/** Whether a path has a place for the name of its target. */
export function hasName(path = ''): boolean {
  return path.includes(PLACEHOLDER)
}

/** A path with the name of a target instead of `{name}`. A hyphen replaces what not every file name may contain, such as a colon. */
export function insertName(path: string, name: string): string {
  return path.replaceAll(PLACEHOLDER, name.replaceAll(/[^\p{L}\p{N}._\-]/gv, '-'))
}

/** The name of a target: its own, or its host and port. A port that --start chooses is different each time. */
export function nameTarget(baseUrl: string, name: string | undefined): string {
  return name ?? new URL(baseUrl.replace(':{port}', '')).host
}

/** Reads the user's copy of the contract. Throws a UsageError if it cannot be read or is not YAML. */
function readContractCopy(file: string): ContractCopy {
  const { lineOf } = parseYamlSource(readText(file), (line, reason) => fileError(file, line, reason))
  return { path: toRepositoryPath(file), findLine: lineOf }
}
