/** Quotes a text for a shell, which interprets nothing in single quotes but the closing one. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** A JavaScript string literal in single quotes. */
export function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** The key of an object literal. */
export function quoteKey(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : quote(name)
}
