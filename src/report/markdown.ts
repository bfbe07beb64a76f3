import type { Cell, Document, FindingCard, Section, Table } from './document.ts'
import { escapeReport } from './text/escapeText.ts'
import { shorten } from './text/wrap.ts'
import { writeFinding } from './text.ts'
import { symbols } from './words.ts'

/** Characters. A comment on GitHub has at most 65,536. */
const MAX_LENGTH = 60_000
const MAX_TABLE = 16_000
/** One finding must not take the place of the others. */
const MAX_BLOCK = 6_000
const MAX_CELL = 300

/** A document for a comment on a pull request: the headline and tables of what is open, and details, folded. */
export function writeMarkdown(unsafe: Document): string {
  const { headline, sections, footer } = escapeReport(unsafe)
  const { tone, text, counts, subject, facts, notes } = headline
  const verdict = [{ tone, text }, ...counts].map((each) => `${symbols[each.tone]} ${each.text}`).join(', ')
  const [name, ...rest] = subject
  const shown = sections.filter(({ weight }) => weight !== 'extra')
  const open = shown.filter(({ weight }) => weight === 'open')
  const head = [
    `## ${escapeMarkdown(shorten(verdict, MAX_CELL))}${name === undefined ? '' : `: ${inlineCode(name)}`}`,
    [...rest.map(inlineCode), ...facts].join(' · '),
    ...(notes.length === 0 ? [] : [codeBlock(notes.join('\n'))]),
    ...writeTable(listFindings(open.flatMap(({ findings = [] }) => findings))),
    ...open.flatMap(writeOpen),
  ]
  const folded = shown.flatMap(writeFolded)
  const end = footer.map(textCell)
  const fitting = takeFitting(folded, MAX_LENGTH - [...head, ...end].join('\n\n').length - 100)
  const hidden = folded.length - fitting.length
  const more = hidden === 0 ? [] : [`The JSON report has ${hidden} more.`]
  return `${[...head, ...fitting, ...more, ...end].join('\n\n')}\n`
}

function writeOpen({ title, findings, table, texts }: Section): string[] {
  if (findings) return []
  const heading = `### ${escapeMarkdown(title)}`
  if (table) return [heading, ...writeTable(table)]
  return [heading, (texts ?? []).map((text) => `- ${textCell(text)}`).join('\n')]
}

function listFindings(findings: readonly FindingCard[]): Table {
  const read = (finding: FindingCard, label: string): string =>
    [...finding.rows, ...finding.help].find((row) => row.label === label)?.texts[0] ?? ''
  return {
    columns: ['check', 'requirement', 'when', 'fix'],
    rows: findings.map((finding) => {
      const { id, tone, title } = finding
      return { tone, cells: [{ code: id }, title, read(finding, 'when'), read(finding, 'fix')] }
    }),
  }
}

/** The findings of an open section each in full; another section as a table. */
function writeFolded({ title, weight, tone, hint, findings = [], table }: Section): string[] {
  if (weight === 'open')
    return findings.map((finding) =>
      fold(
        `${symbols[finding.tone]} <code>${escapeHtml(finding.id)}</code> ${proseOf(finding.title)}`,
        codeBlock(writeFinding(finding).join('\n')),
      ),
    )
  const rows = findings.map((each) => ({
    tone: each.tone,
    cells: [{ code: each.id }, each.title, each.brief],
  }))
  const shown = table ?? { columns: ['check', 'requirement', ''], rows }
  const summary = `${tone === undefined ? '' : symbols[tone]} ${shown.rows.length} ${title.toLowerCase()}`
  return [
    fold(escapeHtml(`${summary}${hint === undefined ? '' : ` (${hint})`}`), writeTable(shown).join('\n\n')),
  ]
}

function fold(summary: string, block: string): string {
  return `<details><summary>${summary}</summary>\n\n${block}\n\n</details>`
}

/** Inside of HTML, backticks are not Markdown. */
function proseOf(text: string): string {
  return escapeHtml(shorten(text, MAX_CELL)).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

/** A table, as long as there is room for its rows. None if there are no rows. */
function writeTable({ columns, rows }: Table): string[] {
  if (rows.length === 0) return []
  const hasTones = rows.some(({ tone }) => tone !== undefined)
  const lines = rows.map(({ tone, cells }) => {
    const mark = tone === undefined ? '' : symbols[tone]
    return `| ${[...(hasTones ? [mark] : []), ...cells.map(writeCell)].join(' | ')} |`
  })
  const shown = takeFitting(lines, MAX_TABLE)
  const hidden = lines.length - shown.length
  const names = [...(hasTones ? [''] : []), ...columns]
  const more = hidden === 0 ? [] : [`| … ${hidden} more |`]
  return [[`| ${names.join(' | ')} |`, `|${' --- |'.repeat(names.length)}`, ...shown, ...more].join('\n')]
}

function writeCell(cell: Cell): string {
  if (typeof cell === 'string') return textCell(cell)
  // A table splits its cells even in code.
  return 'code' in cell ? inlineCode(cell.code).replaceAll('|', '\\|') : symbols[cell.tone]
}

/** The first texts that are not longer than this together. */
function takeFitting(texts: readonly string[], max: number): string[] {
  let length = 0
  const end = texts.findIndex((each) => {
    length += each.length + 2
    return length > max
  })
  return texts.slice(0, end < 0 ? texts.length : end)
}

/** A text for one line, cut if it is very long. */
function textCell(text: string): string {
  return escapeMarkdown(shorten(text, MAX_CELL))
}

/** The same as code, in which GitHub makes no links and sends no notifications. */
function inlineCode(text: string): string {
  const code = shorten(text, MAX_CELL)
  const fence = '`'.repeat(longestRun(code) + 1)
  // The spaces keep a backtick of the text apart from the fence. Markdown removes them.
  return `${fence} ${code.replaceAll('\n', ' ')} ${fence}`
}

/** A text with its newlines, as a block of code. */
export function codeBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}text\n${shorten(text, MAX_BLOCK)}\n${fence}`
}

/** The length of the longest run of backticks. */
function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0)
}

/** A text as Markdown that shows it as it is, on one line. */
function escapeMarkdown(text: string): string {
  const escaped = escapeHtml(text.replaceAll(/[\\`*_{}[\]()#+.!~:@^$=-]/g, String.raw`\$&`))
  // GitHub makes links of what it finds in the text in the end. A comment inside prevents that.
  const unlinked = escaped.replaceAll(/:(?=\/\/)|@|#(?=\d)|www(?=\\\.)/g, '$&<!-- -->')
  // A table splits its cells at every bar, whatever is before it.
  return unlinked.replaceAll('|', '&#124;')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', ' ')
}
