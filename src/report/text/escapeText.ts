// The expression first matches the joiners inside emoji, which stay unchanged. It then matches the text to escape:
// - control characters, which a terminal obeys, bidirectional controls, line separators and all invisible characters,
// - lone surrogates, U+FFFE and U+FFFF, which XML does not allow, and all other noncharacters,
// - `::`, `##[` and `##name`, the starts of commands in the logs of GitHub, Azure Pipelines and TeamCity. `::` stays in IPv6 addresses:
//   `::1`, or in brackets. No command has a name that looks like the rest of an IPv6 address.
// A log may wrap or join lines, so a command can start anywhere in a line.
const IN_EMOJI = String.raw`(?<=\p{Extended_Pictographic})\uFE0F|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`
const INVISIBLE = String.raw`[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]--\n]`
const COMMAND = String.raw`::(?!:?1\b|[\da-fA-F.]{0,4}(?::[\da-fA-F.]{1,15}){0,7}\])|##(?=[\[\w])`
/** The expression for unsafe text, compiled on first use, because compiling takes milliseconds. */
let unsafeText: RegExp | undefined
const MAX_TEXT = 4_000

/**
 * Escapes all text that a terminal or a CI log would not show as plain text, for example as `\x1b` or `:\x3a`. The text may come from a
 * server, a client or a file, and must not move the cursor, recolour a verdict or give commands to a CI system. Keeps `\n`.
 */
export function escapeText(text: string): string {
  return escapeUnsafe(text.replaceAll('\r\n', '\n'), escapeCharacter)
}

/** Escapes a string for one line. */
export const escapeLine = (text: string): string => escapeText(text).replaceAll('\n', String.raw`\n`)

/** Escapes all strings in a report, in a document, or in a part of them, because a string may come from the server. Cuts long strings. */
export function escapeReport<Part>(part: Part): Part {
  const escapePart = (value: unknown): unknown => {
    if (typeof value === 'string' && value.length > MAX_TEXT)
      return `${escapeText(value.slice(0, MAX_TEXT))}… (the JSON report has the rest)`
    if (typeof value === 'string') return escapeText(value)
    if (Array.isArray(value)) return value.map(escapePart)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [escapeText(key), escapePart(each)]))
  }
  return escapePart(part) as Part
}

/** Escapes the same characters as `escapeText` in the text of a JSON document, so that parsers still read the same values. */
export function escapeJson(json: string): string {
  return escapeUnsafe(json, (character) =>
    character.replaceAll(/./gs, (unit) => String.raw`\u${hex(unit.charCodeAt(0), 4)}`),
  )
}

/** Escapes the parts of a JSON document, one at a time. */
export function* escapeJsonParts(parts: Iterable<string>): Generator<string> {
  for (const part of parts) yield escapeJson(part)
}

/** Escapes the syntax of HTML and XML, in elements and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Encodes unsafe characters, and one character at the start of each CI command. Returns safe text early, because the search is slow. */
function escapeUnsafe(text: string, encode: (character: string) => string): string {
  if (/^[\n -~]*$/.test(text) && !/::|##/.test(text)) return text
  unsafeText ??= new RegExp(`${IN_EMOJI}|(${INVISIBLE}|${COMMAND})`, 'gv')
  return text.replaceAll(unsafeText, (match: string, unsafe: string | undefined) => {
    if (unsafe === undefined) return match
    // Escape only one character of `::` and `##`, which is enough to break up a command.
    return unsafe === '::' || unsafe === '##' ? unsafe.charAt(0) + encode(unsafe.charAt(1)) : encode(unsafe)
  })
}

/** Returns a character's number as an escape, such as `\x1b`. */
export function escapeCharacter(character: string): string {
  if (character === '\t') return String.raw`\t`
  if (character === '\r') return String.raw`\r`
  const code = character.codePointAt(0) ?? 0
  if (code <= 0xff) return String.raw`\x${hex(code, 2)}`
  return code <= 0xffff ? String.raw`\u${hex(code, 4)}` : `\\u{${hex(code, 1)}}`
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')
