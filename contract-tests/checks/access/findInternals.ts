/** Patterns that an error message must not match, by what they reveal. Each is typical of one runtime only. */
const PATTERNS: Readonly<Record<string, readonly RegExp[]>> = {
  'a stack trace': [
    /\bat [\w$.<>]+\([\w$]+\.(?:java|kt|scala|groovy):\d+\)/,
    /\bat [^\n]{0,120}\(?(?:node:internal[^\n()]{1,200}|(?:file:\/\/|\/|[A-Z]:\\)[^\n()]{1,200}\.\w{1,5}):\d+:\d+\)?/,
    /\bat [\w.`<>]+\([^\n)]{0,200}\) in [^\n]{1,200}:line \d+/,
    /Traceback \(most recent call last\)/,
    /File "[^"\n]{1,200}", line \d+/,
    /[\w/.-]+\.rb:\d+:in [`']/,
    /\.php(?: on line |:| \()\d+/,
    /goroutine \d+ \[running\]/,
    /thread '[^'\n]{1,80}' panicked at/,
    /\bSystem\.[\w.]*Exception\b/,
  ],
  'a database error': [
    /SQLSTATE\[/,
    /You have an error in your SQL syntax/,
    /\bORA-\d{5}\b/,
    /syntax error at or near "/,
    /\bSQLITE_ERROR\b|sqlite3?\.OperationalError/,
    /\bpsycopg2?\.|\bcom\.mysql\.|\borg\.postgresql\.|\borg\.hibernate\./,
    /\bSELECT\b[^\n]{1,300}\bFROM\b[^\n]{1,300}\b(?:WHERE|LIMIT|ORDER BY)\b/,
    /\bselect\s+(?:\*|[\w.,"` ]{1,200})\s+from\s+[\w."`]+\s+(?:where\s+[\w."`]+\s*(?:=|<|>|in\b|like\b)|limit\s+[-\d$?:@])/,
  ],
  'a path of a source file': [
    // On a disk: a page may name the scripts that it loads.
    /(?<!(?:src|href)\s*=\s*)(?:^|[\s"'(=>])\/(?:app|build|code|data|etc|home|mnt|opt|root|srv|tmp|Users|usr|var|workspace)\/(?:[\w.@-]+\/)*[\w.@-]+\.(?:[cm]?[jt]s|py|rb|php|java|kt|go|rs|cs|aspx?)(?![\w-])/,
    /[A-Z]:\\{1,2}(?:[\w .@-]+\\{1,2})+[\w.@-]+\.\w{1,5}/,
  ],
}

/** Finds internals of a server in the body of an error. */
export function findInternals(body: string): { what: string; excerpt: string } | undefined {
  // JSON escapes line breaks and quotation marks.
  const text = body.replace(/(?<!\\)\\([nrt"])/g, (_escape, letter) => (letter === '"' ? '"' : '\n'))
  for (const [what, patterns] of Object.entries(PATTERNS))
    for (const pattern of patterns) {
      const [excerpt] = pattern.exec(text) ?? []
      if (excerpt !== undefined) return { what, excerpt: excerpt.trim().slice(0, 120) }
    }
  return undefined
}
