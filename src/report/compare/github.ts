import { type Annotation, formatAnnotations } from '../text/annotations.ts'
import { escapeReport } from '../text/escapeReport.ts'
import type { Change, Comparison } from './comparison.ts'
import { describeStep, summariseComparison } from './words.ts'

/** The comparison as commands to GitHub's runner: an annotation for each check that got worse, and one with the counts. */
export function github(unsafe: Comparison): string {
  const comparison = escapeReport(unsafe)
  const { worse, exitCode, runs } = comparison
  // An error would make the step look failed.
  const type = exitCode === 1 ? 'error' : 'warning'
  const annotations = worse.map(
    (change): Annotation => ({ type, title: change.check, message: describe(change) }),
  )
  const counts = summariseComparison(comparison)
  // Nothing else would say why the step fails.
  const summary: Annotation =
    exitCode === 3
      ? { type: 'error', title: 'compare', message: [counts, ...runs].join('\n') }
      : { type: 'notice', title: 'compare', message: counts }
  return formatAnnotations(annotations) + formatAnnotations([summary])
}

function describe(change: Change): string {
  const { title, message } = change
  return [`${describeStep(change)}: ${title}`, ...(message === undefined ? [] : [message])].join('\n')
}
