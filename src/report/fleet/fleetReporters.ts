import type { Finding, Report } from '../../judge/report.ts'
import type { Document } from '../document.ts'
import { formatAnnotations } from '../github.ts'
import { writeHtml } from '../html.ts'
import { writeMarkdown } from '../markdown.ts'
import { viewTargets } from '../targets.ts'
import { escapeReport } from '../text/escapeReport.ts'
import { escapeJson } from '../text/escapeText.ts'
import { writeText, writeVerdict } from '../text.ts'
import { verdictTones } from '../words.ts'
import type { Fleet } from './fleet.ts'
import type { FleetFormat, FleetOptions, FleetReporter } from './fleetReporter.ts'

/** The reporter of every format, until several targets are a loop. */
export const fleetReporters: Record<FleetFormat, FleetReporter> = {
  terminal: (fleet, options) => writeText(viewFleet(fleet, options), options),
  html: (fleet, options) => writeHtml(viewFleet(fleet, options)),
  markdown: (fleet, options) => writeMarkdown(viewFleet(fleet, options)),
  github: (fleet) =>
    formatAnnotations(
      escapeReport(fleet).targets.map(({ target, verdict, results, reasons }) => ({
        type: verdict === 'conformant' ? 'notice' : 'error',
        title: target.name,
        message: [verdict, ...Object.keys(results).filter((id) => results[id] === 'fail'), ...reasons].join(
          '\n',
        ),
      })),
    ),
  json: (fleet) => `${escapeJson(JSON.stringify(fleet, null, 2))}\n`,
}

export const fleetFormats = Object.keys(fleetReporters) as FleetFormat[]

export function fleetVerdict(fleet: Fleet, options: FleetOptions): string {
  return writeVerdict(viewFleet(fleet, options), options)
}

function viewFleet(fleet: Fleet, { link = () => undefined }: FleetOptions): Document {
  const document = viewTargets(
    fleet.targets.map((each) => {
      const findings = fleet.checks.map((check): Finding => {
        const result = each.results[check.id] ?? 'not-exercised'
        const listed = { status: 'listed', reason: '', expires: '' } as const
        return {
          ...check,
          check: check.id,
          verdict: result === 'listed' ? 'fail' : result,
          ...(result === 'listed' && { baseline: listed }),
        } as Finding
      })
      const report = { ...each, kit: fleet.kit, contract: fleet.contract, findings } as unknown as Report
      const html = link(each.target.name)
      return { ...each.target, report, ...(html !== undefined && { files: { html } }) }
    }),
  )
  const headline = { ...document.headline, tone: verdictTones[fleet.verdict], notes: fleet.reasons }
  return { ...document, headline }
}
