import { dirname, relative, resolve, sep } from 'node:path'
import { listNames } from '../../contract/suggest.ts'
import type { Report } from '../../judge/report.ts'
import type { Fleet, FleetTarget } from '../../report/fleet/fleet.ts'
import type { FleetFormat } from '../../report/fleet/fleetReporter.ts'
import { fleetFormats, fleetReporters } from '../../report/fleet/fleetReporters.ts'
import { fleetVerdict } from '../../report/fleet/fleetTerminal.ts'
import type { ContractCopy } from '../../report/reporter.ts'
import { UsageError } from '../errors.ts'
import type { Destination } from '../reports/destination.ts'
import { hasName, insertName } from '../reports/insertName.ts'
import { openOutputs } from '../reports/openOutputs.ts'
import { openReports } from '../reports/openReports.ts'

/** Writes the reports of a fleet. Both resolve to false if one of them could not be written. */
type FleetReports = {
  savesHar: boolean
  writeTarget: (name: string, report: Report, har?: string) => Promise<boolean>
  writeFleet: (fleet: Fleet) => Promise<boolean>
}

type Options = { contract?: ContractCopy | undefined; verbose?: boolean | undefined }

/**
 * Makes sure before the run that every report can be written: one for each target if its path has `{name}`, else one for all of
 * them. Throws a UsageError otherwise.
 */
export function openFleetReports(
  destinations: readonly Destination[],
  names: readonly string[],
  { contract, verbose }: Options,
): FleetReports {
  const own = destinations.filter(hasName)
  const shared = destinations.filter((destination) => !hasName(destination))
  const placed = new Map(names.map((name) => [name, own.map((each) => insertName(each, name))]))
  rejectSamePaths([...shared, ...[...placed.values()].flat()])
  const writeFleet = openFleetReport(shared, {
    verbose,
    hint: own.length > 0 ? undefined : '--report html=reports/{name}.html writes the report of each target',
    findPage: (name) => placed.get(name)?.find(({ format }) => format === 'html')?.file,
  })
  const writers = new Map([...placed].map(([name, each]) => [name, openReports(each, { contract, verbose })]))
  return {
    savesHar: own.some(({ format }) => format === 'har'),
    writeTarget: async (name, report, har) => (await writers.get(name)?.(report, har)) ?? true,
    writeFleet,
  }
}

type FleetReportOptions = {
  verbose?: boolean | undefined
  hint?: string | undefined
  /** The file of a target's own page. */
  findPage?: (name: string) => string | undefined
}

/** Makes sure that every report about all targets can be written. Throws a UsageError otherwise. */
export function openFleetReport(
  destinations: readonly Destination[],
  { verbose, hint, findPage = () => undefined }: FleetReportOptions,
): FleetReports['writeFleet'] {
  const wrong = destinations.find(({ format }) => !isFleetFormat(format))
  if (wrong) throw new UsageError(explainFormat(wrong))
  const write = openOutputs(destinations, true)
  const page = destinations.find(({ format }) => format === 'html')?.file ?? '.'
  const link = (name: string): string | undefined => {
    const file = findPage(name)
    return file === undefined ? undefined : toAddress(relative(dirname(page), file))
  }
  return (fleet) => {
    const sum = (count: (target: FleetTarget) => number | undefined): number =>
      fleet.targets.reduce((total, target) => total + (count(target) ?? 0), 0)
    return write({
      format: (format, color) => {
        if (!isFleetFormat(format)) throw new Error(`no ${format} report of several targets`)
        return fleetReporters[format](fleet, { color, verbose, hint, link })
      },
      verdict: (color) => fleetVerdict(fleet, { color, hint }),
      github: {
        summary: () => fleetReporters.markdown(fleet, { color: false }),
        outputs: {
          verdict: fleet.verdict,
          'exit-code': fleet.exitCode,
          violations: sum(({ summary }) => summary.violations),
          accepted: sum(({ summary }) => summary.listed),
          'baseline-stale': sum(({ baseline }) => baseline?.problems.length),
        },
      },
    })
  }
}

function isFleetFormat(format: Destination['format']): format is FleetFormat {
  return fleetFormats.some((each) => each === format)
}

function explainFormat({ format, file = `report.${format}` }: Destination): string {
  const example = file.replace(/(\.[^./\\]*)?$/, '-{name}$1')
  return `expected a ${format} report for each target: put {name} into its path, as in --report ${format}=${example}; only ${listNames(fleetFormats, 'and')} can show all targets in one report`
}

/** Targets are tested at once, so no two reports may have the same file. */
function rejectSamePaths(destinations: readonly Destination[]): void {
  const paths = destinations.flatMap(({ file }) => (file === undefined ? [] : resolve(file)))
  const seen = new Set<string>()
  for (const path of paths) {
    if (seen.has(path)) throw new UsageError(`expected a different file for each report, got ${path} twice`)
    seen.add(path)
  }
}

function toAddress(path: string): string {
  return path.split(sep).map(encodeURIComponent).join('/')
}
