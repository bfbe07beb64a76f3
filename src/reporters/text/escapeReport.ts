import type { Report } from '../../harness/report.ts'

// Control characters and bidirectional overrides (a terminal obeys them), byte order marks (invisible), and lone
// surrogates and noncharacters (not allowed in XML).
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}\uFEFF]/gu

/**
 * Escapes the unprintable characters in every text of a report. Much of it was written by the server under test, which
 * must not move the cursor, recolour a verdict or break a document.
 */
export function escapeReport(report: Report): Report {
  return JSON.parse(JSON.stringify(report), (_name, value) =>
    typeof value === 'string' ? escapeUnprintable(value) : value,
  )
}

/** Replaces unprintable characters by escapes such as `\x1b`. Line ends are kept, as `\n`. */
export function escapeUnprintable(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNPRINTABLE, escapeCharacter)
}

function escapeCharacter(character: string): string {
  if (character === '\n') return character
  if (character === '\t') return '\\t'
  if (character === '\r') return '\\r'
  const hex = (character.codePointAt(0) ?? 0).toString(16)
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`
}
