import { dirname, resolve } from 'node:path'
import { readKit } from '../contract/files.ts'
import { listNames } from '../contract/suggest.ts'
import type { Report } from '../judge/report.ts'
import { fleetFormats, fleetReporters } from '../report/fleet/fleetReporters.ts'
import { fleetVerdict } from '../report/fleet/fleetTerminal.ts'
import { joinFleet } from '../report/fleet/joinFleet.ts'
import { listFleetChecks, toFleetTarget } from '../report/fleet/toFleetTarget.ts'
import { UsageError } from './errors.ts'
import { openOutputs } from './output.ts'
import type { RunFlags } from './testServer.ts'
import type { Destination } from './values.ts'

/** What became of one of several targets. */
export type TargetResult = {
  name: string
  baseUrl: string
  report: Report
  /** The addresses of its own reports, relative to the page of all targets, by format. */
  files: Record<string, string>
}

const FORMATS = fleetFormats.filter((format) => format !== 'json')

/** The table of several targets, in the formats that can show one. Throws a UsageError for others. */
export function openTable(destinations: readonly Destination[], { verbose }: RunFlags) {
  for (const { format, file = `report.${format}` } of destinations)
    if (!FORMATS.some((each) => each === format))
      throw new UsageError(
        `expected a ${format} report for each target: put {name} into its path, as in --report ${format}=${file.replace(/(\.\w+)?$/, '-{name}$1')}; only ${listNames(FORMATS, 'and')} can show all targets`,
      )
  const write = openOutputs(destinations, true)
  const page = destinations.find(({ format }) => format === 'html')?.file
  const join = (results: readonly TargetResult[]) => {
    const [first] = results
    const { name, version } = readKit()
    return joinFleet({
      kit: { name, version },
      contract: first?.report.contract ?? { title: '', version: '', sha256: '' },
      checks: results
        .map(({ report }) => listFleetChecks(report))
        .reduce((one, other) => (other.length > one.length ? other : one), []),
      targets: results.map(({ report }) => toFleetTarget(report)),
    })
  }
  return {
    folder: dirname(resolve(page ?? '.')),
    exitCode: (results: readonly TargetResult[]): Report['exitCode'] => join(results).exitCode,
    write: (results: readonly TargetResult[]): Promise<boolean> => {
      const fleet = join(results)
      const files = new Map(results.map((each) => [each.name, each.files.html]))
      const link = (name: string): string | undefined => files.get(name)
      return write({
        format: (format, color) =>
          fleetReporters[format as (typeof fleetFormats)[number]](fleet, { color, verbose, link }),
        verdict: (color) => fleetVerdict(fleet, { color }),
        github: {
          summary: () => fleetReporters.markdown(fleet, { color: false }),
          outputs: {
            verdict: fleet.verdict,
            'exit-code': fleet.exitCode,
            violations: sum(results, ({ summary }) => summary.violations),
            accepted: sum(results, ({ summary }) => summary.listed ?? 0),
            'baseline-stale': sum(results, ({ baseline }) => baseline?.problems.length ?? 0),
          },
        },
      })
    },
  }
}

function sum(results: readonly TargetResult[], count: (report: Report) => number): number {
  return results.reduce((total, { report }) => total + count(report), 0)
}
