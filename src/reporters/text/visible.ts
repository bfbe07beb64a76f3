import type { Report } from '../../harness/report.ts'

// What a terminal obeys instead of printing (controls, bidirectional overrides), what hides (byte order mark), and
// what XML cannot hold (lone surrogates, noncharacters).
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}\uFEFF]/gu

/**
 * A report whose every text is safe to print: much of it was written by the server under test, which must not be
 * able to move the cursor, recolour a verdict or break a document.
 */
export function visibleReport(report: Report): Report {
  return JSON.parse(JSON.stringify(report), (_name, value) =>
    typeof value === 'string' ? visible(value) : value,
  )
}

/** Text with its unprintable characters written as escapes. Line ends remain, as `\n`. */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNPRINTABLE, escaped)
}

function escaped(character: string): string {
  if (character === '\n') return character
  if (character === '\t') return '\\t'
  if (character === '\r') return '\\r'
  const hex = (character.codePointAt(0) ?? 0).toString(16)
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`
}
