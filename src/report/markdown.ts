import type { Cell, Document, FindingCard, Section, Table } from './document.ts'
import { escapeMarkup, escapeReport } from './text/escapeText.ts'
import { shorten } from './text/wrap.ts'
import { writeFinding } from './text.ts'
import { symbols } from './words.ts'

/** The maximum length of a comment in characters. GitHub allows 65,536. */
const MAX_LENGTH = 60_000
const MAX_TABLE = 16_000
/** The maximum length of one finding in characters, so that the comment has room for other findings. */
const MAX_BLOCK = 6_000
const MAX_CELL = 300

/** Writes a document as a comment on a pull request: the headline, tables of the open sections, and folded details. */
export function writeMarkdown(unsafe: Document): string {
  const { headline, sections, footer } = escapeReport(unsafe)
  const { tone, text, counts, subject, facts, exitCode, notes } = headline
  const verdict = [{ tone, text }, ...counts].map((each) => `${symbols[each.tone]} ${each.text}`).join(', ')
  const [name, ...rest] = subject
  const open = sections.filter(({ weight }) => weight === 'open')
  const broken = open.flatMap(({ findings = [] }) => findings)
  const head = [
    `## ${escapeMarkdown(verdict)}${name === undefined ? '' : `: ${inlineCode(name)}`}`,
    [...rest.map(inlineCode), ...facts, `exit ${exitCode}`].join(' · '),
    ...(notes.length === 0 ? [] : [codeBlock(notes.join('\n'))]),
    ...writeTable(listFindings(broken)),
    ...open.flatMap(({ title, table }) =>
      table ? [`### ${escapeMarkdown(title)}`, ...writeTable(table)] : [],
    ),
  ]
  const folded = [
    ...broken.map(foldFinding),
    ...sections.filter(({ weight }) => weight === 'brief' || weight === 'folded').map(foldSection),
  ]
  const end = footer.map(escapeMarkdown)
  const room = MAX_LENGTH - [...head, ...end].join('\n\n').length - 100
  const fitting = takeFitting(folded, room, (hidden) => `The JSON report has ${hidden} more sections.`)
  return `${[...head, ...fitting, ...end].join('\n\n')}\n`
}

function listFindings(findings: readonly FindingCard[]): Table {
  return {
    columns: ['check', 'requirement', 'when', 'fix'],
    rows: findings.map(({ id, tone, title, rows, help }) => {
      const read = (wanted: string): string =>
        [...rows, ...help].find(({ label }) => label === wanted)?.texts[0] ?? ''
      return { tone, cells: [{ code: id }, title, read('when'), read('fix')] }
    }),
  }
}

function foldFinding(finding: FindingCard): string {
  const { id, tone, title } = finding
  // Write `<code>`, because Markdown does not turn backticks inside HTML into code.
  const prose = escapeHtml(shorten(title, MAX_CELL)).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
  return fold(
    `${symbols[tone]} <code>${escapeHtml(id)}</code> ${prose}`,
    codeBlock(writeFinding(finding).join('\n')),
  )
}

function foldSection({ title, tone, findings = [], table }: Section): string {
  const rows = findings.map((each) => ({
    tone: each.tone,
    cells: [{ code: each.id }, each.title, each.brief],
  }))
  const shown = table ?? { columns: ['check', 'requirement', ''], rows }
  const summary = `${tone === undefined ? '' : symbols[tone]} ${shown.rows.length} ${title.toLowerCase()}`
  return fold(escapeHtml(summary), writeTable(shown).join('\n\n'))
}

function fold(summary: string, block: string): string {
  return `<details><summary>${unlink(summary)}</summary>\n\n${block}\n\n</details>`
}

/** Writes a table with as many rows as fit. Returns an empty list if there are no rows. */
function writeTable({ columns, rows }: Table): string[] {
  if (rows.length === 0) return []
  const hasTones = rows.some(({ tone }) => tone !== undefined)
  const lines = rows.map(({ tone, cells }) => {
    const mark = tone === undefined ? '' : symbols[tone]
    return `| ${[...(hasTones ? [mark] : []), ...cells.map(writeCell)].join(' | ')} |`
  })
  const shown = takeFitting(lines, MAX_TABLE, (hidden) => `| … ${hidden} more |`)
  const names = [...(hasTones ? [''] : []), ...columns]
  return [[`| ${names.join(' | ')} |`, `|${' --- |'.repeat(names.length)}`, ...shown].join('\n')]
}

function writeCell(cell: Cell): string {
  // Escape bars, because Markdown splits table cells at a bar even inside code.
  return typeof cell === 'string' ? escapeMarkdown(cell) : inlineCode(cell.code).replaceAll('|', '\\|')
}

/** Takes as many strings as fit into `max` characters, and adds a string with the number of other strings. */
function takeFitting(texts: readonly string[], max: number, count: (hidden: number) => string): string[] {
  let length = 0
  const end = texts.findIndex((each) => {
    length += each.length + 2
    return length > max
  })
  return end < 0 ? [...texts] : [...texts.slice(0, end), count(texts.length - end)]
}

/** Writes a string as inline code, in which GitHub creates no links and notifies no users. */
function inlineCode(text: string): string {
  const code = shorten(text, MAX_CELL).replaceAll('\n', ' ')
  const fence = '`'.repeat(longestRun(code) + 1)
  // Spaces separate backticks at the start or the end of the text from the fence. Markdown removes these spaces.
  return `${fence} ${code} ${fence}`
}

/** Writes a string as a code block. Keeps newlines. */
function codeBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}text\n${shorten(text, MAX_BLOCK)}\n${fence}`
}

/** Returns the length of the longest run of backticks. */
function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0)
}

/** Escapes a string so that Markdown shows it unchanged and on one line. Cuts very long strings. */
function escapeMarkdown(text: string): string {
  const escaped = escapeHtml(
    shorten(text, MAX_CELL).replaceAll(/[\\`*_{}[\]()#+.!~:@^$=-]/g, String.raw`\$&`),
  )
  // Write bars as HTML entities, because Markdown would split a table cell at a bar.
  return unlink(escaped).replaceAll('|', '&#124;')
}

/** Puts HTML comments into URLs, mentions and issue numbers, because GitHub would turn them into links after rendering. */
function unlink(markup: string): string {
  return markup.replaceAll(/:(?=\/\/)|@|#(?=\d)|www(?=\\?\.)/g, '$&<!-- -->')
}

const escapeHtml = (text: string): string => escapeMarkup(text).replaceAll('\n', ' ')
