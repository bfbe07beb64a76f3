/**
 * Patterns that an error message must not match, by what they reveal. Each is typical of one runtime only. A hostile server
 * wrote the message, so every repetition is bounded or can begin at few places.
 */
const PATTERNS: Readonly<Record<string, readonly RegExp[]>> = {
  'a stack trace': [
    /\bat [\w$.<>]+\([\w$]+\.(?:java|kt|scala|groovy):\d+\)/,
    /\bat (?:[^\n()]{0,120}\(|async )?(?:node:internal[^\n():]{1,200}|(?:file:\/\/|\/|[A-Z]:\\)[^\n():]{1,200}\.\w{1,5}):\d{1,9}:\d{1,9}\)?/,
    /\bat [\w.`<>]+\([^\n)]{0,200}\) in [^\n]{1,200}:line \d+/,
    /Traceback \(most recent call last\)/,
    /File "[^"\n]{1,200}", line \d+/,
    /(?<![\w/.-])[\w/.-]{1,200}\.rb:\d{1,9}:in [`']/,
    /\.php(?: on line |:| \()\d+/,
    /goroutine \d+ \[running\]/,
    /thread '[^'\n]{1,80}' panicked at/,
    /\bSystem\.(?:\w{1,60}\.){0,6}\w{0,60}Exception\b/,
  ],
  'a database error': [
    /SQLSTATE\[/,
    /You have an error in your SQL syntax/,
    /\bORA-\d{5}\b/,
    /syntax error at or near "/,
    /\bSQLITE_ERROR\b|sqlite3?\.OperationalError/,
    /\bpsycopg2?\.|\bcom\.mysql\.|\borg\.postgresql\.|\borg\.hibernate\./,
    // The first FROM after a SELECT, and then the first WHERE: no other pair is tried.
    /\bSELECT\b(?=([^\n]{1,300}?\bFROM\b))\1[^\n]{1,300}?\b(?:WHERE|LIMIT|ORDER BY)\b/,
    /\bselect\s[\s\w.,"`*]{1,200}?\sfrom\s{1,9}[\w."`]{1,100}\s{1,9}(?:where\s{1,9}[\w."`]{1,100}\s{0,9}(?:=|<|>|in\b|like\b)|limit\s{1,9}[-\d$?:@])/,
  ],
  'a path of a source file': [
    // On a disk: a page may name the scripts that it loads.
    /(?<!(?:src|href)\s{0,9}=\s{0,9})(?:^|[\s"'(=>])\/(?:app|build|code|data|etc|home|mnt|opt|root|srv|tmp|Users|usr|var|workspace)\/(?:[\w.@-]+\/)*[\w.@-]+\.(?:[cm]?[jt]s|py|rb|php|java|kt|go|rs|cs|aspx?)(?![\w-])/,
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
