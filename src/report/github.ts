import { pluralize } from '../contract/words.ts'
import type { BaselineProblem, Finding, Report } from '../judge/report.ts'
import { createFindPlace } from './filePlaces.ts'
import type { ReporterOptions } from './reporter.ts'
import { type Annotation, formatAnnotations } from './text/annotations.ts'
import { selectNotices, selectShown } from './text/baselineMark.ts'
import { clausePlace, OWN_PATH } from './text/clausePlace.ts'
import { describeFinding } from './text/describeFinding.ts'
import { escapeReport } from './text/escapeReport.ts'

const TYPES = { fail: 'error', warn: 'warning', listed: 'notice' } as const

/** The report as commands to GitHub's runner, one per line: annotations for violations, warnings and an incomplete run. */
export function github(report: Report, { contract }: ReporterOptions): string {
  const safe = escapeReport(report)
  const findPlace = createFindPlace(safe, contract)
  const { path } = findPlace()
  // The kit's own contract is not in the user's repository, and a file outside of it is none that GitHub can show.
  const isInRepository = (contract !== undefined || path !== OWN_PATH) && !/^(\.\.|\/|[a-z]:)/i.test(path)
  const annotate = (verdict: keyof typeof TYPES): Annotation[] =>
    selectShown(safe.findings, verdict).map((finding) => ({
      type: TYPES[verdict],
      title: finding.check,
      message: describe(finding),
      place: isInRepository ? findPlace(finding) : undefined,
    }))
  const errors = [
    ...annotate('fail'),
    ...(safe.baseline?.problems ?? []).map(annotateEntry('error')),
    ...annotateRun(safe),
  ]
  return [
    errors,
    [...selectNotices(safe).map(annotateEntry('warning')), ...annotate('warn')],
    annotate('listed'),
  ]
    .map(formatAnnotations)
    .join('')
}

/** A conformant run has a notice, so that its absence means something. */
function annotateRun({ verdict, reasons, target, requests, summary: { listed = 0 } }: Report): Annotation[] {
  if (verdict === 'conformant')
    return [
      {
        type: 'notice',
        title: verdict,
        message: `${target.name}, ${pluralize(requests, 'request')}${listed > 0 ? `, ${listed} in the baseline` : ''}`,
      },
    ]
  if (reasons.length === 0) return []
  return [{ type: 'error', title: 'incomplete', message: reasons.join('\n') }]
}

function annotateEntry(type: Annotation['type']): (problem: BaselineProblem) => Annotation {
  return ({ id, message, place }) => ({ type, title: `baseline: ${id}`, message, place })
}

function describe(finding: Finding): string {
  return [...describeFinding(finding), `spec: ${clausePlace(finding)}`].join('\n')
}
