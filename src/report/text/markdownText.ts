import { shorten } from './wrap.ts'

/** Characters of a table, and of the text of a cell. */
const MAX_TABLE = 20_000
const MAX_CELL = 300

/** A text as Markdown that shows it as it is, on one line. */
export function escapeMarkdown(text: string): string {
  const escaped = escapeHtml(text.replaceAll(/[\\`*_{}[\]()#+.!~:@^$=-]/g, String.raw`\$&`))
  // GitHub makes links of what it finds in the text in the end. A comment inside prevents that.
  const unlinked = escaped.replaceAll(/:(?=\/\/)|@|#(?=\d)|www(?=\\\.)/g, '$&<!-- -->')
  // A table splits its cells at every bar, whatever is before it.
  return unlinked.replaceAll('|', '&#124;')
}

/** A text as code on one line, in which GitHub makes no links and sends no notifications. */
function inlineCode(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1)
  // The spaces keep a backtick of the text apart from the fence. Markdown removes them.
  return `${fence} ${text.replaceAll('\n', ' ')} ${fence}`
}

/** A text as HTML that shows it as it is, on one line. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', ' ')
}

/** A text with its line ends, as a block of code. */
export function codeBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}text\n${text}\n${fence}`
}

/** A text for a cell of a table, cut if it is very long. */
export function textCell(text: string): string {
  return escapeMarkdown(shorten(text, MAX_CELL))
}

/** The same as code. */
export function codeCell(text: string): string {
  return inlineCode(shorten(text, MAX_CELL))
}

/** A table, as long as there is room for its rows. None if there are no rows. */
export function markdownTable(
  headings: readonly string[],
  rows: readonly string[][],
  maxLength = MAX_TABLE,
): string[] {
  if (rows.length === 0) return []
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`)
  const shown = takeFitting(lines, maxLength)
  const hidden = lines.length - shown.length
  return [
    [
      `| ${headings.join(' | ')} |`,
      `|${' --- |'.repeat(headings.length)}`,
      ...shown,
      ...(hidden === 0 ? [] : [`| … ${hidden} more |`]),
    ].join('\n'),
  ]
}

/** The first texts that are not longer than this together. */
export function takeFitting(texts: readonly string[], maxLength: number): string[] {
  let length = 0
  const end = texts.findIndex((each) => {
    length += each.length + 2
    return length > maxLength
  })
  return texts.slice(0, end < 0 ? texts.length : end)
}

/** The length of the longest run of backticks. */
function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0)
}
