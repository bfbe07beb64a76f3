/** A text as Markdown that shows it as it is, on one line. */
export function escapeMarkdown(text: string): string {
  const escaped = escapeHtml(text.replaceAll(/[\\`*_{}[\]()#+.!~:@^$=-]/g, String.raw`\$&`))
  // GitHub makes links of what it finds in the text in the end. A comment inside prevents that.
  const unlinked = escaped.replaceAll(/:(?=\/\/)|@|#(?=\d)|www(?=\\\.)/g, '$&<!-- -->')
  // A table splits its cells at every bar, whatever is before it.
  return unlinked.replaceAll('|', '&#124;')
}

/** A text as code on one line, in which GitHub makes no links and sends no notifications. */
export function inlineCode(text: string): string {
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

/** The length of the longest run of backticks. */
function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0)
}
