import type { Evidence, Finding, Violation } from '../../harness/report.ts'
import { clausePlace } from '../text/clausePlace.ts'
import { count, occurrences } from '../text/counts.ts'
import { beside, COLUMNS, shorten } from '../text/wrap.ts'
import { answerExcerpt } from './answerExcerpt.ts'
import type { Ink } from './ink.ts'
import { findingMarks } from './marks.ts'

const VIOLATIONS = 3
// A value of the server's may be a whole page. The JSON report has all that was kept of it.
const VALUE = 300

/** All that is needed to act on a broken check: the promise, what came instead, and the line that shows it again. */
export function findingDetail(finding: Finding, ink: Ink): string[] {
  const { symbol, style } = findingMarks[finding.verdict]
  const { check, level, title, engines, note, violations, evidence } = finding
  const by = engines.length === 0 ? '' : `, by ${engines.join(', ')}`
  const left = violations.length - VIOLATIONS
  const [first] = evidence
  return [
    `${ink(style, `${symbol} ${level}`)}  ${ink('bold', check)}`,
    ...beside('  ', title),
    ...labelled('promised', clausePlace(finding), ink),
    ...labelled('seen', `${occurrences(finding)}${by}`, ink),
    ...(note === undefined ? [] : labelled('note', note, ink)),
    ...violations.slice(0, VIOLATIONS).flatMap((violation) => ['', ...violationDetail(violation, ink)]),
    ...(left > 0 ? ['', `  … ${count(left, 'more violation')} in the JSON report`] : []),
    ...(first === undefined ? [] : evidenceDetail(first, ink)),
  ]
}

function violationDetail({ message, expected, actual, pointer }: Violation, ink: Ink): string[] {
  // A message that holds both values would only say them twice.
  const told = message.includes(expected) && message.includes(actual)
  return [
    ...(told ? [] : beside('  ', shorten(message, VALUE))),
    ...labelled('expected', shorten(expected, VALUE), ink),
    ...labelled('came', shorten(actual, VALUE), ink),
    ...(pointer === '' ? [] : labelled('where', shorten(pointer, VALUE), ink)),
  ]
}

function evidenceDetail({ probe, response, curl, attempt }: Evidence, ink: Ink): string[] {
  const again = attempt > 1 ? `, attempt ${attempt}` : ''
  return [
    '',
    ink('dim', `  answer to ${probe}${again}`),
    ...answerExcerpt(response, COLUMNS - 4).map((line) => `  ${ink('dim', '│')} ${line}`.trimEnd()),
    '',
    ink('dim', '  reproduce it'),
    // Neither wrapped nor cut: it is there to be copied.
    `  ${curl}`,
  ]
}

function labelled(label: string, text: string, ink: Ink): string[] {
  return beside(`  ${label.padEnd(8)}  `, text, (shown) => ink('dim', shown))
}
