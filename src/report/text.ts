import type { Cell, Document, Example, FindingCard, Marked, Row, Section, Table, Tone } from './document.ts'
import { countColumns, fitColumns, padColumns } from './text/columns.ts'
import { escapeLine, escapeReport } from './text/escapeText.ts'
import { colored, plain, type Styler } from './text/styler.ts'
import { COLUMNS, hangingIndent, shorten, wrap } from './text/wrap.ts'
import { nameCount, symbols } from './words.ts'

export type TextOptions = {
  /** Use ANSI colours. */
  color?: boolean | undefined
  /** Show everything. */
  verbose?: boolean | undefined
  /** Show each finding in one line. */
  brief?: boolean
}

/** Findings that are shown in full. A server with more has a few causes that explain most of them. */
const MAX_IN_FULL = 10
/** Rows of a table. The most important ones come first. */
const MAX_ROWS = 30
const MIN_PROSE = 16
const MAX_VALUE = 4 * COLUMNS
const INDENT = '    '
const LABEL = 12
const TEXT_WIDTH = COLUMNS - INDENT.length - LABEL
/** Of the lines of a head that are shown, and of the steps of a sequence. */
const MAX_LINES = 6

const COLORS = {
  good: 'green',
  bad: 'red',
  warning: 'yellow',
  remark: 'cyan',
  accepted: 'gray',
  absent: 'gray',
} as const satisfies Record<Tone, string>

/** A document for a terminal: the headline, the parts that are open, and the headline again. `verbose` adds the other parts. */
export function writeText(unsafe: Document, options: TextOptions = {}): string {
  const { color = false, verbose = false, brief = false } = options
  const document = escapeReport(unsafe)
  const style = color ? colored : plain
  let number = 0
  const writeFindings = ({ title, weight, findings = [] }: Section): string[][] => {
    if (brief || weight === 'extra' || (weight === 'brief' && !verbose))
      return [[style('bold', title), ...findings.flatMap((each) => writeBrief(each, each.brief, style))]]
    const start = number
    number += findings.length
    const full = verbose ? findings.length : Math.max(0, MAX_IN_FULL - start)
    return [
      ...findings.slice(0, full).map((each, index) => writeFinding(each, style, verbose, start + index + 1)),
      findings.slice(full).flatMap((each) => writeBrief(each, each.title, style)),
    ]
  }
  const blocks = [
    writeHeadline(document, style),
    ...document.sections
      .filter(({ weight }) => verbose || weight === 'open' || weight === 'brief')
      .flatMap((each) => (each.findings ? writeFindings(each) : [writeSection(each, style, verbose)])),
    writeEnd(document, style, verbose),
  ]
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function writeHeadline({ headline }: Document, style: Styler): string[] {
  const { subject, facts, notes } = headline
  // A target without a name of its own is called by its host.
  const named = subject.filter((each, index) => !subject.slice(index + 1).some((next) => next.includes(each)))
  const line = [
    describeVerdict(headline, style),
    named.join(' '),
    facts.slice(0, -1).join(', '),
    facts.at(-1),
  ]
  return [line.filter(Boolean).join('   '), ...notes.flatMap((note) => hangingIndent('  ', note))]
}

/** `✗ 1 requirement broken, ! 1 warning` */
function describeVerdict({ tone, text, counts }: Document['headline'], style: Styler): string {
  return [{ tone, text }, ...counts]
    .map((each) => style('bold', style(COLORS[each.tone], `${symbols[each.tone]} ${each.text}`)))
    .join(', ')
}

/** What is not shown, who checked what, and the headline again, which is then visible above the prompt after a long text. */
function writeEnd({ headline, sections, footer }: Document, style: Styler, verbose: boolean): string[] {
  const hidden = sections.flatMap(({ title, weight, tone, hint, findings, table }) => {
    if (verbose || weight === 'open' || weight === 'brief' || tone === undefined) return []
    const count = nameCount((findings ?? table?.rows ?? []).length, title)
    return `${count}${hint === undefined ? '' : ` (${hint})`}`
  })
  const lines = [...(hidden.length === 0 ? [] : [`${hidden.join(', ')}; --verbose lists them`]), ...footer]
  return [
    ...lines.flatMap((line) => hangingIndent('  ', line)).map((line) => style('dim', line)),
    `${describeVerdict(headline, style)} · ${headline.facts.at(-1)}`,
  ]
}

/** A finding in at most 30 lines. */
export function writeFinding(
  { id, tone, title, level, source, message, rows, examples: [example], help }: FindingCard,
  style: Styler = plain,
  verbose = false,
  number?: number,
): string[] {
  const numbered = number === undefined ? '' : `${number} `
  const start = `${numbered}${symbols[tone]} ${id}   `
  const place = `${level}, ${source}`
  const gap = COLUMNS - countColumns(`${start}${title}${place}`)
  const lines = hangingIndent(start, shorten(title, MAX_VALUE), () => {
    return `${numbered}${style(COLORS[tone], symbols[tone])} ${style('bold', id)}   `
  })
  const head =
    gap >= 2
      ? [`${lines.join('')}${' '.repeat(gap)}${style('dim', place)}`]
      : [...lines, style('dim', `${INDENT}${place}`)]
  const list = (part: readonly Row[]): string[] =>
    part.filter((row) => verbose || row.style !== 'extra').flatMap((row) => writeRow(row, style))
  return [
    ...head,
    ...(message === undefined ? [] : hangingIndent(INDENT, shorten(message, MAX_VALUE))),
    ...list(rows),
    ...(example === undefined ? [] : writeExample(example, style)),
    ...list(help),
  ]
}

/** A command is not wrapped, so that it can be copied. */
function writeRow({ label, texts, style: kind }: Row, style: Styler): string[] {
  return texts.flatMap((text, index) => {
    const start = INDENT + (index === 0 ? label : '').padEnd(LABEL)
    if (kind === 'command') return [style('dim', start) + text]
    return hangingIndent(start, shorten(text, MAX_VALUE), (shown) => style('dim', shown))
  })
}

function writeBrief({ id, tone }: FindingCard, text: string, style: Styler): string[] {
  const symbol = symbols[tone]
  return hangingIndent(`  ${symbol} ${id}   `, shorten(text, MAX_VALUE), (label) =>
    label.replace(symbol, style(COLORS[tone], symbol)),
  )
}

function writeExample({ steps, bytes }: Example, style: Styler): string[] {
  const last = steps.at(-1)
  const lines = steps.map(({ request, outcome, note }, index) => {
    const remark = note === undefined ? '' : `  ← ${note}`
    return cutLine(`${index + 1}  ${shorten(request, 60)}  → ${outcome}${remark}`)
  })
  const hidden = lines.length - MAX_LINES
  const shown =
    hidden > 0 ? [...lines.slice(0, 2), `…  ${hidden} more`, ...lines.slice(2 - MAX_LINES)] : lines
  return [
    { label: 'response', texts: last === undefined ? [] : writeResponse(last, bytes) },
    { label: 'steps', texts: steps.length < 2 ? [] : shown },
  ].flatMap((row) => writeRow({ ...row, style: 'command' }, style))
}

/** The response that shows a violation, around the wrong place, with a caret below that place. */
function writeResponse({ received, failure }: Example['steps'][number], bytes: Marked | undefined): string[] {
  const problem = failure === undefined ? [] : [cutLine(`(${failure})`)]
  if (received === undefined) return problem
  const { head, body, size } = received
  const [statusLine = '', ...headers] = `${head.before}${head.wrong ?? ''}${head.after ?? ''}`.split('\n')
  const type = headers.find((line) => /^content-type:/i.test(line))?.replace(/^[^:]*:\s*/, '')
  const summary = cutLine([statusLine, type, size].filter(Boolean).join(' · '))
  const bodyLines = body === undefined ? [] : writeMarked(body)
  if (bytes !== undefined) return [summary, ...problem, ...writeMarked(bytes)]
  if (head.wrong === undefined) return [summary, ...problem, ...bodyLines]
  const before = head.before.split('\n')
  const after = (head.after ?? '').split('\n')
  const marked = { before: before.pop() ?? '', wrong: head.wrong, after: after.shift() ?? '' }
  const near = [...before.slice(0, 1), ...before.slice(1).slice(-MAX_LINES / 2)].map(cutLine)
  return [...problem, ...near, ...writeMarked(marked), ...after.slice(0, 2).map(cutLine), ...bodyLines]
}

function cutLine(line: string): string {
  return shorten(escapeLine(line), TEXT_WIDTH).trimEnd()
}

/** Characters that are looked at on each side of a wrong place. */
const NEAR = 400

/** A text on one line, as much of it as there is room for around the wrong place, and carets below that. */
function writeMarked({ before, wrong, after = '' }: Marked): string[] {
  const [left, right] = [joinLines(before.slice(-NEAR)), joinLines(after.slice(0, NEAR))]
  if (wrong === undefined) return [shorten(joinLines(before), TEXT_WIDTH).trimEnd()].filter(Boolean)
  const side = (text: string): number => Math.min(countColumns(text), TEXT_WIDTH / 4)
  const middle = shorten(joinLines(wrong), TEXT_WIDTH - 2 - side(left) - side(right))
  const room = TEXT_WIDTH - 2 - countColumns(middle)
  const start = fitColumns(left, Math.max(Math.ceil(room / 2), room - countColumns(right)), 'end')
  const end = fitColumns(right, room - countColumns(start))
  const shown = `${start.length < before.length ? '…' : ''}${start}`
  return [
    `${shown}${middle}${end}${end.length < after.length ? '…' : ''}`.trimEnd(),
    ' '.repeat(countColumns(shown)) + '^'.repeat(Math.max(1, countColumns(middle))),
  ]
}

/** A text on one line, without the indentation that makes JSON readable on many. */
function joinLines(text: string): string {
  return escapeLine(text.replaceAll(/\n[ ]*/g, ' '))
}

function writeSection(
  { title, hint, table, texts = [] }: Section,
  style: Styler,
  verbose: boolean,
): string[] {
  const { columns = [], rows = [] } = table ?? {}
  const shown = verbose ? rows : rows.slice(0, MAX_ROWS)
  return [
    style('bold', title) + (hint === undefined ? '' : style('dim', `   ${hint}`)),
    ...(table ? writeTable({ columns, rows: shown }, style) : []),
    ...(shown.length < rows.length ? [`    … ${rows.length - shown.length} more`] : []),
    ...texts.flatMap((text) => hangingIndent('  ', shorten(text, 2 * MAX_VALUE))),
  ]
}

/** Columns as wide as their cells, as long as there is room for them. */
function writeTable({ columns, rows }: Table, style: Styler): string[] {
  const cells = rows.map((row) => row.cells.map(cellText))
  const widths = columns.map((name, index) =>
    Math.min(COLUMNS, Math.max(...[name, ...cells.map((each) => each[index] ?? '')].map(countColumns))),
  )
  const sum = (): number => widths.reduce((total, width) => total + width + 2, 2)
  const isProse = columns.map((_name, index) => rows.some(({ cells: own }) => typeof own[index] === 'string'))
  while (sum() > COLUMNS) {
    const widest = Math.max(...widths.filter((_width, index) => isProse[index]))
    const max = widest > MIN_PROSE ? widest : Math.max(...widths)
    const index = widths.findIndex((width, each) => width === max && (max !== widest || isProse[each]))
    widths[index] = max - 1
  }
  const lines = cells.flatMap((texts, index) => {
    const { tone, cells: own } = rows[index] ?? { cells: [] }
    const wrapped = texts.map((text, column) => wrap(text, widths[column] ?? COLUMNS))
    const height = Math.max(...wrapped.map((each) => each.length))
    const start = tone === undefined ? '  ' : `  ${style(COLORS[tone], symbols[tone])} `
    const indent = tone === undefined ? '  ' : INDENT
    return Array.from({ length: height }, (_, line) => {
      const parts = wrapped.map((each, column) => padColumns(each[line] ?? '', widths[column] ?? 0))
      const styled = parts.map((part, column) => styleCell(part, own[column], style)).join('  ')
      return `${line === 0 ? start : indent}${styled}`.trimEnd()
    })
  })
  const names = columns.map((name, index) => padColumns(name, widths[index] ?? 0)).join('  ')
  return [...(names.trim() === '' ? [] : [style('dim', `${INDENT}${names}`.trimEnd())]), ...lines]
}

function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell
  return 'code' in cell ? cell.code : symbols[cell.tone]
}

function styleCell(text: string, cell: Cell | undefined, style: Styler): string {
  return typeof cell === 'object' && 'tone' in cell ? style(COLORS[cell.tone], text) : text
}
