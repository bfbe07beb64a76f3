import { pluralize } from '../../contract/pluralize.ts'
import type { Evidence, Finding, Follower, Violation } from '../../harness/report.ts'
import { clausePlace } from './clausePlace.ts'
import { findingMarks } from './marks.ts'
import { formatOccurrences } from './numbers.ts'
import { responseExcerpt } from './responseExcerpt.ts'
import type { Styler } from './styler.ts'
import { COLUMNS, hangingIndent, shorten } from './wrap.ts'

const MAX_VIOLATIONS = 3
// A value may be a whole HTML page. The JSON report has more of it.
const MAX_VALUE_LENGTH = 300

/** What a developer needs to fix a finding: the clause, what was expected and received, and a command that reproduces it. */
export function findingDetail(finding: Finding, style: Styler): string[] {
  const { symbol, color } = findingMarks[finding.verdict]
  const { check, level, title, engines, when, note, follows = [], violations, evidence } = finding
  const reporters = engines.length === 0 ? '' : `, reported by ${engines.join(', ')}`
  const hidden = violations.length - MAX_VIOLATIONS
  const [first] = evidence
  return [
    `${style(color, `${symbol} ${level}`)}  ${style('bold', check)}`,
    ...hangingIndent('  ', title),
    ...labelled('spec', clausePlace(finding), style),
    ...labelled('seen', `${formatOccurrences(finding)}${reporters}`, style),
    ...(when === undefined ? [] : labelled('when', when, style)),
    ...(note === undefined ? [] : labelled('note', note, style)),
    ...(follows.length === 0 ? [] : labelled('also', follows.map(describeFollower).join('; '), style)),
    ...violations.slice(0, MAX_VIOLATIONS).flatMap((violation) => ['', ...violationDetail(violation, style)]),
    ...(hidden > 0 ? ['', `  … ${pluralize(hidden, 'more violation')} in the JSON report`] : []),
    ...(first === undefined ? [] : evidenceDetail(first, style)),
  ]
}

function describeFollower({ check, seen }: Follower): string {
  return `${check}, in ${pluralize(seen, 'response')}`
}

function violationDetail({ message, expected, actual, pointer }: Violation, style: Styler): string[] {
  // A message that contains both values would only repeat them.
  const repeatsValues = message.includes(expected) && message.includes(actual)
  return [
    ...(repeatsValues ? [] : hangingIndent('  ', shorten(message, MAX_VALUE_LENGTH))),
    ...labelled('expected', shorten(expected, MAX_VALUE_LENGTH), style),
    ...labelled('actual', shorten(actual, MAX_VALUE_LENGTH), style),
    ...(pointer === '' ? [] : labelled('where', shorten(pointer, MAX_VALUE_LENGTH), style)),
  ]
}

function evidenceDetail({ probe, response, curl, attempt }: Evidence, style: Styler): string[] {
  const retry = attempt > 1 ? `, attempt ${attempt}` : ''
  return [
    '',
    style('dim', `  response to ${probe}${retry}`),
    ...responseExcerpt(response, COLUMNS - 4).map((line) => `  ${style('dim', '│')} ${line}`.trimEnd()),
    '',
    style('dim', '  reproduce with'),
    // Not wrapped or shortened, so that it can be copied.
    `  ${curl}`,
  ]
}

function labelled(label: string, text: string, style: Styler): string[] {
  return hangingIndent(`  ${label.padEnd(8)}  `, text, (indented) => style('dim', indented))
}
