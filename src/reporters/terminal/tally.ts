import type { Report } from '../../harness/report.ts'
import { count } from '../text/counts.ts'
import type { Ink } from './ink.ts'
import { verdictMarks } from './marks.ts'

/** The counts, as the last line: the one that stands above the prompt when a long report has scrolled by. */
export function tally(report: Report, ink: Ink): string {
  const { symbol, style } = verdictMarks[report.verdict]
  const { violations, warnings, infos, notExercised, inconclusive, passed } = report.summary
  const counts: [number, string][] = [
    [violations, count(violations, 'violation')],
    [warnings, count(warnings, 'warning')],
    [passed, `${passed} passed`],
    [notExercised, `${notExercised} not exercised`],
    [inconclusive, `${inconclusive} inconclusive`],
    [infos, count(infos, 'observation')],
  ]
  const told = counts.filter(([number]) => number > 0).map(([, words]) => words)
  return `${ink(style, symbol)} ${[...told, `exit ${report.exitCode}`].join(' · ')}`
}
