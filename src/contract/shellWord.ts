/** A text as one word of a shell command, in quotes only if it needs them. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : quoteForShell(text)
}

/** The same, always in quotes. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
