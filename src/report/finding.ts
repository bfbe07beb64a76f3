import { pluralize, shellWord } from '../contract/words.ts'
import type * as evidence from '../judge/report.ts'
import type { Finding, Report } from '../judge/report.ts'
import type { Example, FindingCard, Marked, Message, ReporterOptions, Row, Step } from './document.ts'
import { escapeCharacter } from './text/escapeText.ts'
import { shorten } from './text/wrap.ts'
import { describeMark, looks, readRequirement, shownVerdict } from './words.ts'

/** Options for commands to copy: the options of the report, the server's address, and the command that started the server. */
type CommandOptions = Pick<ReporterOptions, 'saved' | 'program'> & Partial<Report['target']>

// The maximum length of a string in characters, because a string may be a whole HTML page. The JSON report contains more.
const MAX_TEXT = 1_000
const MAX_BODY = 4_000
const MAX_STEPS = 6

/** Shows all the details that a developer needs to fix a finding. */
export function viewFinding(finding: Finding, options: CommandOptions = {}): FindingCard {
  const { check, title, level, fix, contrast, outcomes, note, baseline, follows = [], engines } = finding
  const { violations, evidence: examples } = finding
  const [first] = violations
  const [example] = examples
  const followers = follows.map((each) => `${each.check}, in ${pluralize(each.seen, 'response')}`)
  return {
    id: check,
    tone: looks[shownVerdict(finding)].tone,
    title: shorten(title, MAX_TEXT),
    level,
    source: readRequirement(finding).source,
    brief: describeBriefly(finding),
    ...(first && first.message !== first.actual && { message: shorten(first.message, MAX_TEXT) }),
    rows: [
      row('request', example && describeRequest(example), 'code'),
      row('expected', first?.expected, 'expected'),
      row('actual', first?.actual, 'actual'),
      row('when', describeWhen(finding)),
      row('contrast', contrast),
      row('repeated', outcomes?.map((each) => (each === 'pass' ? '✓' : '✗')).join(' ')),
      row('note', note),
      row('baseline', baseline && describeMark(baseline)),
    ].filter(({ texts }) => texts.length > 0),
    examples: examples.map(viewExample),
    help: [
      row('fix', fix, 'fix'),
      row('again', listCommands(finding, options), 'command'),
      row('also', followers.length > 0 ? `perhaps the same cause: ${followers.join('; ')}` : ''),
      row('found by', engines.includes('probes') ? '' : engines.join(' and ')),
    ].filter(({ texts }) => texts.length > 0),
  }
}

function row(label: string, text: string | readonly string[] = [], style?: Row['style']): Row {
  const texts = [text].flat().filter(Boolean)
  return {
    label,
    texts: style === 'command' ? texts : texts.map((each) => shorten(each, MAX_TEXT)),
    ...(style && { style }),
  }
}

function describeBriefly(finding: Finding): string {
  const { title, verdict, note, baseline, blockedBy = [], violations } = finding
  const [first] = violations
  if (verdict === 'not-exercised' || verdict === 'inconclusive') {
    if (blockedBy.length > 0) return `cannot be judged: ${blockedBy.join(' and ')} must pass first`
    return `${verdict === 'inconclusive' ? 'inconclusive: ' : ''}${note ?? title}`
  }
  if (baseline?.status === 'listed')
    return `${verdict === 'pass' ? 'did not occur in this run, ' : ''}${describeMark(baseline)}`
  if (verdict === 'info' && first) return `${shorten(first.message, MAX_TEXT)} (${formatSeen(finding)})`
  // The note of a passing check names the finding that explains responses that the check did not judge.
  return verdict === 'pass' && note ? `${title} (${note})` : title
}

/** Formats how many responses show the violation: `in 3 of 41 responses`. */
function formatSeen({ occurrences: { seen, judged } }: Finding): string {
  return `in ${seen} of ${pluralize(judged, 'response')}`
}

function describeWhen(finding: Finding): string {
  const { when, cause, occurrences } = finding
  if (when === undefined) return formatSeen(finding)
  const isCounted = cause === undefined || occurrences.judged < 2 || /\d of \d+ (such|checked) /.test(when)
  return isCounted ? when : `${when} (${formatSeen(finding)})`
}

/** Lists commands that reproduce the finding: `replay` with the JSON report, if the report was saved, and curl. */
function listCommands({ id, evidence: [example] }: Finding, options: CommandOptions): string[] {
  const { saved, program = 'plant-store-kit', baseUrl = '', route, start } = options
  const address = start?.command.includes('{port}') ? baseUrl.replace(/:\d+(?=\/|$)/, ':{port}') : baseUrl
  const rest = ` ${shellWord(id)} --base-url ${shellWord(address)}${start ? ` --start ${shellWord(start.command)}` : ''}${route ? ` ${route}` : ''}`
  const replay = saved === undefined ? '' : `${program} replay ${shellWord(saved)}${rest}`
  const commands = [replay, example?.curl ?? ''].filter(Boolean)
  // In a replay, there is no base URL, and the card needs no commands.
  if (commands.length > 0 || example === undefined || baseUrl === '') return commands
  return [`run verify with --report json=FILE, then ${program} replay FILE${rest}`]
}

/** Describes the last request of a sequence: `GET /plants?limit=1, no Accept`. */
function describeRequest({ steps }: evidence.Evidence): string {
  const before = steps.slice(0, -1).findLastIndex(({ note }) => note !== 'redirect')
  const line = readLine(steps[before + 1]?.request.head ?? '')
  return [shorten(line, 80), steps.at(-1)?.unusual].filter(Boolean).join(', ')
}

function viewExample(each: evidence.Evidence): Example {
  const { steps, place } = each
  // Name the tokens if they differ: otherwise, readers could not see why the same request has different outcomes.
  const hasTokens = new Set(steps.map(({ request }) => readToken(request))).size > 1
  const shown = steps.slice(-MAX_STEPS)
  const last = shown.at(-1)
  return {
    request: describeRequest(each),
    steps: shown.map((step) =>
      viewStep(nameOthers(step, shown), hasTokens, step === last ? place : undefined),
    ),
  }
}

/** Says with which other steps the request was sent: `at the same time as step 3`. */
function nameOthers(step: evidence.Step, shown: readonly evidence.Step[]): evidence.Step {
  const others = shown.flatMap((each, index) => (each === step || each.at === undefined ? [] : [index + 1]))
  if (step.at === undefined || others.length === 0) return step
  const names = `${others.length > 1 ? 'steps' : 'step'} ${others.join(', ').replace(/, (?=\d+$)/, ' and ')}`
  return { ...step, unusual: step.unusual?.replace(/\b\d{1,3} other requests?/, names) ?? names }
}

function viewStep(step: evidence.Step, hasToken: boolean, place: evidence.Place | undefined): Step {
  const { request, response, failure, connection, note, unusual } = step
  const token = hasToken ? `${readToken(request)}: ` : ''
  const differences = unusual?.split(', ').filter((each) => !token.startsWith(each)) ?? []
  return {
    request: shorten([`${token}${readLine(request.head)}`, ...differences].join(', '), 200),
    outcome: shorten(describeOutcome(step), 200),
    connection,
    ...(note && { note }),
    sent: viewMessage(request, undefined),
    ...(response && { received: viewMessage(response, place) }),
    ...(failure !== undefined && { failure: shorten(failure, MAX_TEXT) }),
  }
}

function describeOutcome({ response, failure, plants }: evidence.Step): string {
  if (!response) return failure ?? 'no response'
  const [, status = 'no valid status'] = /^HTTP\/\S+ +(\d+)/.exec(response.head) ?? []
  const [location] = /^location:.*$/im.exec(response.head) ?? []
  const count = plants === undefined ? [] : [pluralize(plants, 'plant')]
  return [[status, ...count].join(', '), location ?? []].flat().join('  ')
}

const readLine = (head: string): string => (head.split(/\r?\n/, 1)[0] ?? '').replace(/ HTTP\/1\.1$/, '')

function readToken({ head }: evidence.Message): string {
  const [, name] = /^authorization: \((.*)\)$/im.exec(head) ?? []
  return name === undefined ? 'no token' : name.startsWith('no ') ? name : `with ${name}`
}

function viewMessage({ head, body, bodyBytes }: evidence.Message, place?: evidence.Place): Message {
  const [inHead, inBody] = place?.part === 'head' ? [place] : [undefined, place]
  const kind = body && ('text' in body ? body.coding : 'not text')
  return {
    head: mark(head.trimEnd(), inHead, showHead),
    ...(bodyBytes !== undefined && { size: [pluralize(bodyBytes, 'byte'), kind].filter(Boolean).join(', ') }),
    ...(body && { body: viewBody(body, inBody) }),
  }
}

function viewBody(body: evidence.MessageBody, place: evidence.Place | undefined): Marked {
  if ('text' in body) return mark(body.text, place, showBody)
  return mark(Buffer.from(body.base64, 'base64').toString('latin1'), place, showBytes, showBytes)
}

/** Cuts a string to the text around its wrong part. Shows newlines in the wrong part as escapes. */
function mark(
  text: string,
  place: { offset: number; length: number } | undefined,
  show: (text: string) => string,
  showWrong = showAllNewlines,
): Marked {
  if (place === undefined) return { before: show(shorten(text, MAX_BODY)) }
  const [start, end] = [place.offset, place.offset + place.length]
  const before = text.slice(0, start)
  return {
    before: show(before.length > MAX_BODY ? `…${before.slice(-MAX_BODY / 2)}` : before),
    wrong: showWrong(shorten(text.slice(start, end), MAX_TEXT)),
    after: show(shorten(text.slice(end), MAX_BODY)),
  }
}

/** Shows newlines as escapes if HTTP does not allow them there. */
function showHead(text: string): string {
  return text.replaceAll(/\r?\n/g, (newline) => (newline === '\r\n' ? '\n' : '\\n\n'))
}

const showBody = (text: string): string => text.replaceAll('\r\n', '\\r\\n\n')

const showAllNewlines = (text: string): string => text.replaceAll('\r', '\\r').replaceAll('\n', '\\n')

/** Shows each byte as one character, and non-ASCII bytes as numbers such as `\xff`. */
function showBytes(text: string): string {
  return text.replaceAll('\n', '\\n').replaceAll(/[^ -~…]/g, escapeCharacter)
}
