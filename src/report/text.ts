import { stripVTControlCharacters, styleText } from 'node:util'
import type {
  Cell,
  Document,
  Example,
  FindingCard,
  Marked,
  Row,
  Section,
  Step,
  Table,
  TextOptions,
  Tone,
} from './document.ts'
import { escapeLine, escapeReport } from './text/escapeText.ts'
import { COLUMNS, countColumns, hangingIndent, shorten, wrap } from './text/wrap.ts'
import { nameCount, symbols } from './words.ts'

/** The maximum number of findings that a section shows in full. More findings usually have the same few causes. */
const MAX_IN_FULL = 10
/** The maximum number of rows in a table. The most important rows come first. */
const MAX_ROWS = 30
const MAX_VALUE = 4 * COLUMNS
const INDENT = '    '
const LABEL = 12
const TEXT_WIDTH = COLUMNS - INDENT.length - LABEL

const COLORS = {
  good: 'green',
  bad: 'red',
  warning: 'yellow',
  remark: 'cyan',
  accepted: 'gray',
  absent: 'gray',
} as const satisfies Record<Tone, string>

/** Writes a document for a terminal: the headline, the open and brief sections, and the verdict again. `verbose` adds the other sections. */
export function writeText(unsafe: Document, options: TextOptions = {}): string {
  const { color = false, verbose = false } = options
  const { headline, sections, footer } = escapeReport(unsafe)
  const isShown = ({ weight }: Section): boolean => verbose || weight === 'open' || weight === 'brief'
  const hidden = sections.filter((each) => !isShown(each) && each.tone !== undefined)
  const counts = hidden.map(nameCount).join(', ')
  const end = [...(counts === '' ? [] : [`${counts}; --verbose lists them`]), ...footer]
  const blocks = [
    writeHeadline(headline),
    ...sections.filter(isShown).flatMap((each) => writeSection(each, options)),
    [
      ...end.flatMap((line) => hangingIndent('  ', line)).map(dim),
      // Repeat the verdict, so that users see the verdict above the prompt after a long report.
      `${describeVerdict(headline)} · exit ${headline.exitCode}`,
    ],
  ]
  const text = `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
  return color ? text : stripVTControlCharacters(text)
}

/** Writes a finding as lines without colours. */
export const writeFinding = (card: FindingCard): string[] => colorFinding(card).map(stripVTControlCharacters)

/** Adds a style to a string. Does not check the output stream, because the caller decides whether to use colours. */
function paint(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { validateStream: false })
}

const dim = (text: string): string => paint('dim', text)

function writeHeadline(headline: Document['headline']): string[] {
  const { subject, facts, exitCode, notes } = headline
  // Omit a default name, because it is a part of the base URL.
  const named = subject.filter((each, index) => !subject.slice(index + 1).some((next) => next.includes(each)))
  const line = [describeVerdict(headline), named.join(' '), facts.join(', '), `exit ${exitCode}`]
  return [line.filter(Boolean).join('   '), ...notes.flatMap((note) => hangingIndent('  ', note))]
}

/** Describes the verdict and the other counts: `✗ 1 requirement broken, ! 1 warning`. */
function describeVerdict({ tone, text, counts }: Document['headline']): string {
  return [{ tone, text }, ...counts]
    .map((each) => paint(['bold', COLORS[each.tone]], `${symbols[each.tone]} ${each.text}`))
    .join(', ')
}

/** Writes a section as a list of blocks. */
function writeSection(section: Section, { verbose = false, brief }: TextOptions): string[][] {
  const { title, weight, findings = [], table } = section
  const heading = paint('bold', title)
  if (table) return [[heading, ...writeTable(table, verbose ? table.rows.length : MAX_ROWS)]]
  if (brief || weight === 'extra' || (weight === 'brief' && !verbose))
    return [[heading, ...findings.flatMap(writeBrief)]]
  const max = verbose ? findings.length : MAX_IN_FULL
  const others = findings.slice(max).flatMap(writeBrief)
  const full = findings.slice(0, max).map(colorFinding)
  return others.length > 0 ? [...full, others] : full
}

function writeBrief({ id, tone, brief }: FindingCard): string[] {
  return hangingIndent(`  ${paint(COLORS[tone], symbols[tone])} ${id}   `, shorten(brief, MAX_VALUE))
}

function colorFinding(card: FindingCard): string[] {
  const { id, tone, title, level, source, message, rows, examples, help } = card
  const start = `${paint(COLORS[tone], symbols[tone])} ${paint('bold', id)}   `
  // An RFC may say MUST where the kit only warns, so do not put SHOULD beside the section of the RFC.
  const place = `${tone === 'warning' ? 'warning' : level}, ${source}`
  const gap = COLUMNS - countColumns(start + title + place)
  const head = hangingIndent(start, shorten(title, MAX_VALUE))
  return [
    ...(gap >= 2 ? [`${head.join('')}${' '.repeat(gap)}${dim(place)}`] : [...head, dim(INDENT + place)]),
    ...(message === undefined ? [] : hangingIndent(INDENT, shorten(message, MAX_VALUE))),
    ...[...rows, ...examples.slice(0, 1).flatMap(viewExample), ...help].flatMap(writeRow),
  ]
}

/** Writes a row. Does not wrap a command, so that the command can be copied. */
function writeRow({ label, texts, style }: Row): string[] {
  return texts.flatMap((text, index) => {
    const start = dim(INDENT + (index === 0 ? label : '').padEnd(LABEL))
    return style === 'command' ? [start + text] : hangingIndent(start, shorten(text, MAX_VALUE))
  })
}

/** Shows the response with the violation, and the sequence of requests that leads to it. */
function viewExample({ steps }: Example): Row[] {
  const last = steps.at(-1)
  const list = steps.map(({ request, outcome, note }, index) => {
    const remark = note === undefined ? '' : `  ← ${note}`
    return escapeLine(`${index + 1}  ${request}  → ${outcome}${remark}`)
  })
  return [
    { label: 'response', texts: last ? listResponse(last) : [], style: 'command' },
    { label: 'steps', texts: list.length > 1 ? list : [] },
  ]
}

/** Shows a response in a few lines: the start of the response, and the text around the wrong part. */
function listResponse({ received, failure }: Step): string[] {
  const problem = failure === undefined ? [] : [cutLine(`(${failure})`)]
  if (received === undefined) return problem
  const { head, body, size } = received
  const [statusLine, ...headers] = `${head.before}${head.wrong ?? ''}${head.after ?? ''}`.split('\n')
  const type = headers.find((line) => /^content-type:/i.test(line))?.replace(/^[^:]*:\s*/, '')
  const before = head.before.split('\n')
  const line = { ...head, before: before.at(-1) ?? '', after: head.after?.split('\n', 1)[0] ?? '' }
  return [
    ...(head.wrong !== undefined && before.length === 1
      ? []
      : [cutLine([statusLine, type, size].filter(Boolean).join(' · '))]),
    ...problem,
    ...(head.wrong === undefined ? [] : [writeMarked(line)]),
    ...(body ? [writeMarked(body)] : []),
  ]
}

const cutLine = (line: string): string => shorten(escapeLine(line), TEXT_WIDTH).trimEnd()

/** The maximum number of characters to show before the wrong part. */
const MAX_BEFORE = 30

/** Writes a string on one line, without indentation. The line starts a few characters before the wrong part. */
function writeMarked({ before, wrong, after = '' }: Marked): string {
  const isCut = wrong !== undefined && before.length > MAX_BEFORE
  const start = isCut ? `…${before.slice(-MAX_BEFORE)}` : before
  return cutLine(`${start}${wrong ?? ''}${after}`.replaceAll(/\n[ ]*/g, ' '))
}

/** Writes a table. If there is room, the columns are as wide as their cells. */
function writeTable({ columns, rows }: Table, maxRows: number): string[] {
  const shown = rows.slice(0, maxRows)
  const widths = fitWidths(columns, shown)
  const join = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - countColumns(cell))))
      .join('  ')
      .trimEnd()
  const lines = shown.flatMap(({ tone, cells }) => {
    const wrapped = cells.map((cell, column) => wrap(textOf(cell), widths[column] ?? COLUMNS))
    const height = Math.max(...wrapped.map((each) => each.length))
    const start = tone === undefined ? '  ' : `  ${paint(COLORS[tone], symbols[tone])} `
    return Array.from({ length: height }, (_, line) => {
      const parts = join(wrapped.map((each) => each[line] ?? ''))
      return `${line === 0 ? start : tone ? INDENT : '  '}${parts}`.trimEnd()
    })
  })
  const names = join(columns)
  return [
    ...(names === '' ? [] : [dim(INDENT + names)]),
    ...lines,
    ...(shown.length < rows.length ? [`${INDENT}… ${rows.length - shown.length} more`] : []),
  ]
}

/** Narrows the widest columns until the table fits. Columns with code count only a third of their width, to avoid wrapped ids. */
function fitWidths(columns: readonly string[], rows: Table['rows']): number[] {
  const widths = columns.map((name, index) => {
    const texts = [name, ...rows.map(({ cells }) => textOf(cells[index]))]
    return Math.min(COLUMNS, Math.max(...texts.map(countColumns)))
  })
  const isProse = columns.map((_, index) => rows.some(({ cells }) => typeof cells[index] === 'string'))
  while (widths.reduce((sum, width) => sum + width + 2, 2) > COLUMNS) {
    const weights = widths.map((width, index) => (isProse[index] ? width : width / 3))
    const widest = weights.indexOf(Math.max(...weights))
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

export const textOf = (cell: Cell = ''): string => (typeof cell === 'string' ? cell : cell.code)
