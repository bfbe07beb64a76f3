import { pluralize, shellWord } from '../contract/words.ts'
import type * as evidence from '../judge/report.ts'
import type { Finding, Report, Violation } from '../judge/report.ts'
import type { Example, FindingCard, Marked, Message, Row, Step } from './document.ts'
import type { ReporterOptions } from './reporter.ts'
import { describeMark, findingTones, formatSeen, readRequirement, shownVerdict } from './words.ts'

/** For the commands to copy. `start`: how the run started its server. */
type CommandOptions = Pick<ReporterOptions, 'saved' | 'program'> & Pick<Report['target'], 'start'>

// A value may be a whole HTML page. The JSON report has more of it.
const MAX_TEXT = 1_000
const MAX_BODY = 4_000
const MAX_OTHERS = 3
const MAX_STEPS = 6
/** Bytes of a body that is not text. */
const BYTES_SHOWN = 16

/** What a developer needs to fix a finding. */
export function viewFinding(finding: Finding, options: CommandOptions = {}): FindingCard {
  const { check, title, level, fix, contrast, outcomes, note, baseline, follows = [], engines } = finding
  const { violations, evidence: examples } = finding
  const [first] = violations
  const [example] = examples
  return {
    id: check,
    tone: findingTones[shownVerdict(finding)],
    title: cut(title, MAX_TEXT),
    level,
    source: readRequirement(finding).source,
    brief: describeBriefly(finding),
    ...(first && !repeatsValues(first) && { message: cut(first.message, MAX_TEXT) }),
    rows: [
      row('request', example && describeRequest(example), 'code'),
      row('expected', first?.expected, 'expected'),
      row('actual', first?.actual, 'actual'),
      row('when', describeWhen(finding)),
      row('contrast', contrast),
      row('repeated', outcomes?.map((each) => (each === 'pass' ? '✓' : '✗')).join(' ')),
      row('note', note),
      row('baseline', baseline && describeMark(baseline)),
      { label: 'more', texts: listOthers(violations) },
    ].filter(({ texts }) => texts.length > 0),
    examples: examples.map(viewExample),
    help: [
      row('fix', fix, 'fix'),
      { label: 'again', texts: listCommands(finding, options), style: 'command' as const },
      row('also', describeFollowers(follows)),
      row('engines', engines.join(', '), 'extra'),
      row('requests', examples.map(({ probe }) => probe).join(', '), 'extra'),
    ].filter(({ texts }) => texts.length > 0),
  }
}

function row(label: string, text: string | undefined, style?: Row['style']): Row {
  return { label, texts: text ? [cut(text, MAX_TEXT)] : [], ...(style && { style }) }
}

function describeBriefly(finding: Finding): string {
  const { title, verdict, note = title, baseline, blockedBy = [], violations } = finding
  const [first] = violations
  if (verdict === 'not-exercised' || verdict === 'inconclusive') {
    if (blockedBy.length > 0) return `can be judged once ${blockedBy.join(' and ')} passes`
    return `${verdict === 'inconclusive' ? 'inconclusive: ' : ''}${note}`
  }
  if (baseline?.status === 'listed')
    return `${verdict === 'pass' ? 'did not occur in this run, ' : ''}${describeMark(baseline)}`
  return verdict === 'info' && first ? `${cut(first.message, MAX_TEXT)} (${formatSeen(finding)})` : title
}

/** Whether the message says no more than the expected and the actual value. */
function repeatsValues({ message, expected, actual }: Violation): boolean {
  const isShort = message.length < expected.length + actual.length + 20
  return message === actual || (isShort && message.includes(expected) && message.includes(actual))
}

function describeWhen(finding: Finding): string {
  const { when, cause, occurrences } = finding
  if (when === undefined) return formatSeen(finding)
  if (cause === undefined) return when
  // Where nothing else is known, the text is the numbers.
  const isCounted = cause.kind === 'intermittent' || (cause.kind === 'unknown' && cause.seen === undefined)
  return isCounted || occurrences.judged < 2 ? when : `${when} (${formatSeen(finding)})`
}

/** What is wrong elsewhere. Violations in the same place say the same with other numbers. */
function listOthers([first, ...others]: readonly Violation[]): string[] {
  const elsewhere = new Map(others.map(({ pointer, message }) => [pointer, message]))
  elsewhere.delete(first?.pointer ?? '')
  return [...elsewhere.values()].slice(0, MAX_OTHERS).map((message) => cut(message, MAX_TEXT))
}

/** How to see it again: from the JSON report, if it is in a file, and with curl. */
function listCommands({ id, evidence: [example] }: Finding, options: CommandOptions): string[] {
  const { saved, program = 'plant-store-kit', start } = options
  const curl = example?.curl ?? ''
  const flag = start === undefined ? '' : ` --start ${shellWord(start.command)}`
  if (saved !== undefined)
    return [`${program} replay ${shellWord(saved)} ${id}${flag}`, ...(curl === '' ? [] : [curl])]
  if (example === undefined || curl !== '') return curl === '' ? [] : [curl]
  return [`no curl command shows it: verify with --report json=FILE, then ${program} replay FILE ${id}`]
}

function describeFollowers(follows: NonNullable<Finding['follows']>): string {
  const list = follows.map(({ check, seen }) => `${check}, in ${pluralize(seen, 'response')}`)
  return list.length === 0 ? '' : `probably the same cause: ${list.join('; ')}`
}

/** The request that shows a violation, in words: `GET /plants?limit=1, no Accept`. */
function describeRequest({ steps, unusual, request }: evidence.Evidence): string {
  const before = steps.slice(0, -1).findLastIndex(({ note }) => note !== 'redirect')
  const line = readLine(steps[before + 1]?.request.head ?? request)
  return [cut(line, 80), ...(unusual === undefined ? [] : [cut(unusual, MAX_TEXT)])].join(', ')
}

function viewExample(each: evidence.Evidence): Example {
  const { steps, place, bytes } = each
  // Without them it would not be visible why the same request has other outcomes.
  const hasTokens = new Set(steps.map(({ request }) => readToken(request))).size > 1
  const shown = steps.slice(-MAX_STEPS)
  const last = shown.at(-1)
  return {
    request: describeRequest(each),
    steps: shown.map((step) => viewStep(step, hasTokens, step === last ? place : undefined)),
    ...(bytes && { bytes: mark(bytes.text, bytes, showAllNewlines, decodeBytes) }),
  }
}

function viewStep(step: evidence.Step, hasToken: boolean, place: evidence.Place | undefined): Step {
  const { request, response, failure, connection, at, note, unusual } = step
  const token = hasToken ? `${readToken(request)}: ` : ''
  const differences = unusual?.split(', ').filter((each) => !token.startsWith(each)) ?? []
  const remarks = [...(at === undefined ? [] : ['at the same time']), ...(note === undefined ? [] : [note])]
  return {
    request: cut([`${token}${readLine(request.head)}`, ...differences].join(', '), 120),
    outcome: cut(describeOutcome(step), 120),
    connection,
    ...(remarks.length > 0 && { note: remarks.join(', ') }),
    sent: viewMessage(request, undefined),
    ...(response && { received: viewMessage(response, place) }),
    ...(failure !== undefined && { failure: cut(failure, MAX_TEXT) }),
  }
}

function describeOutcome({ response, failure }: evidence.Step): string {
  if (!response) return failure ?? 'no response'
  const [, status = 'no valid status'] = /^HTTP\/\S+ +(\d+)/.exec(response.head) ?? []
  const [location] = /^location:.*$/im.exec(response.head) ?? []
  return location === undefined ? status : `${status}  ${location}`
}

function readLine(head: string): string {
  return (head.split(/\r?\n/, 1)[0] ?? '').replace(/ HTTP\/1\.1$/, '')
}

function readToken({ head }: evidence.Message): string {
  const [, name] = /^authorization: \((.*)\)$/im.exec(head) ?? []
  return name === undefined ? 'no token' : name.startsWith('no ') ? name : `with ${name}`
}

function viewMessage(message: evidence.Message, place: evidence.Place | undefined): Message {
  const { head, body, bodyBytes } = message
  const inBody = place?.part === 'body' ? place : undefined
  const size = bodyBytes === undefined ? {} : { size: describeSize(message, inBody) }
  const shown = { head: mark(head.trimEnd(), place?.part === 'head' ? place : undefined, showHead), ...size }
  if (body === undefined) return shown
  return {
    ...shown,
    body: 'text' in body ? mark(body.text, inBody, showBody) : viewBytes(body.base64, inBody),
  }
}

/** `758 bytes`, `33 bytes, gzip`, `byte 13 of 400 bytes, not text` */
function describeSize({ body, bodyBytes = 0 }: evidence.Message, place: evidence.Place | undefined): string {
  const size = pluralize(bodyBytes, 'byte')
  if (body === undefined) return size
  if ('text' in body) return body.coding === undefined ? size : `${size}, ${body.coding}`
  return `${place ? `byte ${place.offset} of ` : ''}${size}, not text`
}

/** Bytes around a place, in hexadecimal. */
function viewBytes(base64: string, place: evidence.Place | undefined): Marked {
  const bytes = Buffer.from(base64, 'base64')
  const { offset = 0 } = place ?? {}
  const start = Math.max(0, Math.min(offset - BYTES_SHOWN / 2, bytes.length - BYTES_SHOWN))
  const shown = bytes.subarray(start, start + BYTES_SHOWN)
  const hex = [...shown].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
  const text = `${hex}   ${shown.toString('latin1').replaceAll(/[^ -~]/g, '.')}`
  return mark(
    text,
    place && { offset: 3 * (offset - start), length: 3 * Math.max(1, place.length) - 1 },
    showBody,
  )
}

/** A text with what is near the wrong place. In that place, each newline is visible. */
function mark(
  text: string,
  place: { offset: number; length: number } | undefined,
  show: (text: string) => string,
  decode = (part: string): string => part,
): Marked {
  if (place === undefined) return { before: show(cut(text, MAX_BODY)) }
  const [start, end] = [place.offset, place.offset + place.length]
  const before = decode(text.slice(0, start))
  return {
    before: show(before.length > MAX_BODY ? `…${before.slice(-MAX_BODY / 2)}` : before),
    wrong: showAllNewlines(cut(decode(text.slice(start, end)), MAX_TEXT)),
    after: show(cut(decode(text.slice(end)), MAX_BODY)),
  }
}

/** Makes the newlines visible that HTTP does not allow. */
function showHead(text: string): string {
  return text.replaceAll(/\r?\n/g, (newline) => (newline === '\r\n' ? '\n' : '\\n\n'))
}

function showBody(text: string): string {
  return text.replaceAll('\r\n', '\\r\\n\n')
}

function showAllNewlines(text: string): string {
  return text.replaceAll('\r', '\\r').replaceAll('\n', '\\n')
}

/** Bytes, each as one character, as the UTF-8 that they are. A character that is cut at an end is left out. */
function decodeBytes(part: string): string {
  const text = Buffer.from(part, 'latin1')
    .toString()
    .replace(/^\ufffd{1,3}|\ufffd$/g, '')
  return text.includes('\ufffd') ? part : text
}

/** The beginning of a text, without half of a surrogate pair at its end. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
