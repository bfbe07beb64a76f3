import { pluralize } from '../contract/pluralize.ts'
import type { Finding, Report } from '../harness/report.ts'
import { createFindPlace } from './filePlaces.ts'
import type { ReporterOptions } from './reporter.ts'
import { clausePlace, OWN_PATH } from './text/clausePlace.ts'
import { describeFinding } from './text/describeFinding.ts'
import { escapeReport } from './text/escapeReport.ts'
import { shorten } from './text/wrap.ts'

/** How many errors, and how many warnings, the runner shows for one step. */
const MOST = 10
const MAX_MESSAGE = 4_000

type Annotation = { type: 'error' | 'warning' | 'notice'; title: string; message: string; finding?: Finding }

/** The report as commands to GitHub's runner, one per line: annotations for violations, warnings and an incomplete run. */
export function github(report: Report, { contract }: ReporterOptions): string {
  const safe = escapeReport(report)
  const findPlace = createFindPlace(safe, contract)
  // The kit's own contract is not in the user's repository.
  const isInRepository = contract !== undefined || findPlace().path !== OWN_PATH
  const errors = [...annotateFindings(safe, 'fail'), ...annotateRun(safe)]
  const lines = [...limit(errors), ...limit(annotateFindings(safe, 'warn'))].map((annotation) => {
    const { type, title, message, finding } = annotation
    const { path, line } = findPlace(finding)
    const properties = {
      ...(finding && isInRepository && { file: path, line: String(line) }),
      title: `plant-store: ${title}`,
    }
    const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`)
    return `::${type} ${list.join(',')}::${escapeData(shorten(message, MAX_MESSAGE))}\n`
  })
  return lines.join('')
}

/** A conformant run has a notice, so that its absence means something. */
function annotateRun({ verdict, reasons, target, requests }: Report): Annotation[] {
  if (verdict === 'conformant')
    return [{ type: 'notice', title: verdict, message: `${target.name}, ${pluralize(requests, 'request')}` }]
  if (reasons.length === 0) return []
  return [{ type: 'error', title: 'incomplete', message: reasons.join('\n') }]
}

function annotateFindings({ findings }: Report, verdict: 'fail' | 'warn'): Annotation[] {
  return findings
    .filter((finding) => finding.verdict === verdict)
    .map((finding) => ({
      type: verdict === 'fail' ? 'error' : 'warning',
      title: finding.check,
      message: [...describeFinding(finding), `spec: ${clausePlace(finding)}`].join('\n'),
      finding,
    }))
}

/** The last annotation that is shown counts those that are not. */
function limit(annotations: readonly Annotation[]): Annotation[] {
  const shown = annotations.slice(0, MOST)
  const last = shown.at(-1)
  const hidden = annotations.length - shown.length
  if (last === undefined || hidden === 0) return shown
  return [...shown.slice(0, -1), { ...last, message: `${last.message}\n… and ${hidden} more` }]
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
