import { pluralize } from '../../contract/words.ts'
import { type Annotation, formatAnnotations } from '../text/annotations.ts'
import { listNotices } from '../text/baselineMark.ts'
import { escapeReport } from '../text/escapeReport.ts'
import type { Fleet, FleetTarget } from './fleet.ts'
import { describeFleet, describeTarget } from './matrix.ts'

/** The fleet as commands to GitHub's runner: an annotation for each target that is not conformant, or one for the fleet. */
export function fleetGithub(fleet: Fleet): string {
  const safe = escapeReport(fleet)
  const ofVerdict = (verdict: FleetTarget['verdict']): FleetTarget[] =>
    safe.targets.filter((each) => each.verdict === verdict)
  const errors = [...ofVerdict('violations'), ...ofVerdict('incomplete')].map(annotate)
  const message = `${describeFleet(safe)}, ${pluralize(safe.requests, 'request')}`
  return formatAnnotations([
    ...safe.reasons.map((reason): Annotation => ({ type: 'error', title: 'incomplete', message: reason })),
    ...errors,
    ...safe.targets.flatMap(warn),
    ...(safe.verdict === 'conformant' ? [{ type: 'notice', title: 'conformant', message } as const] : []),
  ])
}

function warn(row: FleetTarget): Annotation[] {
  return listNotices(row).map((message) => ({ type: 'warning', title: row.target.name, message }))
}

function annotate(row: FleetTarget): Annotation {
  const failed = Object.entries(row.results).filter(([, result]) => result === 'fail')
  const lines = [describeTarget(row), ...failed.map(([id]) => id), ...row.reasons]
  return { type: 'error', title: row.target.name, message: lines.join('\n') }
}
