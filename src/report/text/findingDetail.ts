import { pluralize } from '../../contract/words.ts'
import type { Evidence } from '../../judge/evidence/evidence.ts'
import type { Finding, Follower, Violation } from '../../judge/report.ts'
import { responseExcerpt } from '../excerpt/responseExcerpt.ts'
import { describeMark, shownVerdict } from './baselineMark.ts'
import { clauseSource } from './clausePlace.ts'
import { countColumns } from './columns.ts'
import type { ReplayLine } from './createReplayLine.ts'
import { describeRequest, describeSteps } from './describeSteps.ts'
import { findingMarks } from './marks.ts'
import { formatOccurrences } from './numbers.ts'
import type { Styler } from './styler.ts'
import { COLUMNS, hangingIndent, shorten } from './wrap.ts'

export type DetailOptions = {
  /** The number of the finding in the report. */
  number?: number
  /** Adds what is about the kit more than about the server: ids of requests, and the engines. */
  verbose?: boolean
  /** Writes the command that replays it, if the JSON report of the run is in a file. */
  replay?: ReplayLine | undefined
  /** How to call the kit. Default: `plant-store`. */
  program?: string | undefined
}

const MAX_MORE = 3
const MAX_FOLLOWERS = 4
// A value may be a whole HTML page. The JSON report has more of it.
const MAX_VALUE = 240
const NOTHING = { pointer: '', actual: '' }
const INDENT = '    '
const LABEL = 12
const TEXT_WIDTH = COLUMNS - INDENT.length - LABEL

/** What a developer needs to fix a finding, in at most 30 lines. */
export function findingDetail(finding: Finding, style: Styler, options: DetailOptions = {}): string[] {
  const { fix, note, follows = [], violations, engines, baseline } = finding
  const [violation, ...others] = violations
  const [evidence] = finding.evidence
  const row = (label: string, text: string): string[] =>
    hangingIndent(INDENT + label.padEnd(LABEL), shorten(text, 4 * TEXT_WIDTH), (shown) => style('dim', shown))
  const list = (label: string, lines: readonly string[]): string[] =>
    lines.map((line, index) => {
      const start = INDENT + (index === 0 ? label : '').padEnd(LABEL)
      return (index === 0 ? style('dim', start) : start) + line
    })
  return [
    ...title(finding, style, options.number),
    ...(violation && !repeatsValues(violation)
      ? hangingIndent(INDENT, shorten(violation.message, MAX_VALUE))
      : []),
    ...(evidence ? row('request', describeRequest(evidence)) : []),
    ...(violation
      ? [
          ...row('expected', shorten(violation.expected, MAX_VALUE)),
          ...row('actual', shorten(violation.actual, MAX_VALUE)),
        ]
      : []),
    ...row('when', describeWhen(finding)),
    ...(note === undefined ? [] : row('note', note)),
    ...(baseline === undefined ? [] : row('baseline', describeMark(baseline))),
    ...list('more', describeMore(others, violation)),
    ...(evidence ? list('response', responseExcerpt(evidence, violation ?? NOTHING, TEXT_WIDTH)) : []),
    ...(evidence ? list('steps', describeSteps(evidence, TEXT_WIDTH)) : []),
    ...row('fix', fix),
    ...list('again', describeAgain(finding, options)),
    ...(follows.length === 0 ? [] : row('also', describeFollowers(follows))),
    ...(options.verbose ? row('engines', engines.join(', ')) : []),
    ...(options.verbose ? row('requests', finding.evidence.map(describeProbe).join(', ')) : []),
  ].filter((line) => line !== '')
}

/** The id, the requirement and its place: on one line, if they fit. */
function title(finding: Finding, style: Styler, number: number | undefined): string[] {
  const { symbol, color } = findingMarks[shownVerdict(finding)]
  const start = `${number === undefined ? '' : `${number} `}${symbol} ${finding.check}`
  const styled = start.replace(
    `${symbol} ${finding.check}`,
    `${style(color, symbol)} ${style('bold', finding.check)}`,
  )
  const source = `${finding.level}, ${clauseSource(finding)}`
  const gap = COLUMNS - countColumns(`${start}   ${finding.title}${source}`)
  if (gap >= 2) return [`${styled}   ${finding.title}${' '.repeat(gap)}${style('dim', source)}`]
  return [
    ...hangingIndent(`${start}   `, shorten(finding.title, MAX_VALUE), () => `${styled}   `),
    ...hangingIndent(INDENT, source).map((line) => style('dim', line)),
  ]
}

/** Whether the message says no more than the expected and the actual value. */
function repeatsValues({ message, expected, actual }: Violation): boolean {
  return (
    message === actual ||
    (message.includes(expected) &&
      message.includes(actual) &&
      message.length < expected.length + actual.length + 20)
  )
}

function describeWhen(finding: Finding): string {
  const { when, cause, occurrences } = finding
  const count = formatOccurrences(finding)
  if (when === undefined) return count
  if (cause?.kind === 'intermittent') return `${when}: the request does not seem to matter`
  return /\d of \d/.test(when) || occurrences.judged < 2 ? when : `${when} (${count})`
}

/** Violations of another kind than the first: those that differ only in numbers, names and places say the same. */
function describeMore(others: readonly Violation[], first: Violation | undefined): string[] {
  const kinds = new Map(others.map((each) => [readKind(each), each]))
  if (first) kinds.delete(readKind(first))
  const lines = [...kinds.values()]
    .slice(0, MAX_MORE)
    .map(({ message }) => shorten(message.replaceAll('\n', ' '), TEXT_WIDTH))
  const hidden = kinds.size - lines.length
  return hidden > 0 ? [...lines, `… ${pluralize(hidden, 'more kind')} in the JSON report`] : lines
}

function readKind({ message }: Violation): string {
  return message
    .replaceAll(/https?:\S+|"(?:[^"\\]|\\.)*"|[/?]\S+|\d+/g, '#')
    .replaceAll(/# (\w+)s\b/g, '# $1')
}

/** How to see it again. The lines are not wrapped or shortened, so that they can be copied. */
function describeAgain(
  { id, evidence: [evidence] }: Finding,
  { replay, program = 'plant-store' }: DetailOptions,
): string[] {
  return [
    ...(replay === undefined ? [] : [replay(id)]),
    ...(evidence === undefined || evidence.curl === '' ? [] : [evidence.curl]),
    ...(replay === undefined && evidence?.curl === ''
      ? [`no curl command shows it: verify with --report json=FILE, then ${program} replay FILE ${id}`]
      : []),
  ]
}

function describeFollowers(follows: readonly Follower[]): string {
  const shown = follows.slice(0, MAX_FOLLOWERS)
  const list = shown.map(({ check, seen }) => `${check}, in ${pluralize(seen, 'response')}`).join('; ')
  const hidden = follows.length - shown.length
  return `probably the same cause: ${list}${hidden > 0 ? `; and ${pluralize(hidden, 'more check')}` : ''}`
}

function describeProbe({ probe, attempt }: Evidence): string {
  return attempt > 1 ? `${probe} (attempt ${attempt})` : probe
}
