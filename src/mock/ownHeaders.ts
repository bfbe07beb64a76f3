import type { ResponseRecord } from './records.ts'

/** The headers that explain a response: its rule, a hint, and which preferences were applied or ignored. */
export function ownHeaders(
  { rule, hint }: ResponseRecord,
  applied: readonly string[],
  ignored: readonly string[],
): string[] {
  const headers = ['X-Plant-Store-Rule', rule]
  if (hint !== undefined) headers.push('X-Plant-Store-Hint', toAscii(hint))
  if (applied.length > 0) headers.push('Preference-Applied', toAscii(applied.join(', ')))
  if (ignored.length > 0) headers.push('X-Plant-Store-Ignored', toAscii(shorten(ignored).join(', ')))
  return headers
}

/** A query can contain thousands of names of any length. */
function shorten(names: readonly string[]): string[] {
  const short = names.slice(0, 10).map((name) => (name.length > 60 ? `${name.slice(0, 60)}...` : name))
  return names.length > 10 ? [...short, '...'] : short
}

/** Escapes what may not be in a header value. */
function toAscii(text: string): string {
  return text.replaceAll(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
