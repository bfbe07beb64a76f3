/** A text, and where each of its characters begins in the original text. Without `starts`, it is the original. */
export type UnescapedText = { text: string; starts?: readonly number[] }

const ESCAPE =
  /%([\da-f]{2})|\\u([\da-f]{4})|\\x([\da-f]{2})|&#x([\da-f]{1,5});|&#(\d{1,6});|&(amp|lt|gt|quot|apos|plus|equals|sol|bsol|num|percnt|comma|colon|semi|period|excl|dollar|ast|lpar|rpar|lowbar|commat);|\\(["'\\/])/gi

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  plus: '+',
  equals: '=',
  sol: '/',
  bsol: '\\',
  num: '#',
  percnt: '%',
  comma: ',',
  colon: ':',
  semi: ';',
  period: '.',
  excl: '!',
  dollar: '$',
  ast: '*',
  lpar: '(',
  rpar: ')',
  lowbar: '_',
  commat: '@',
}

/**
 * Decodes the escapes of URLs, JSON and HTML, each byte and character on its own, without regard to the format. Undefined if
 * there are none. Escapes of escapes need another pass.
 */
export function decodeEscapes({ text, starts }: UnescapedText): UnescapedText | undefined {
  const decoded: string[] = []
  const places: number[] = []
  const copy = (from: number, to: number): void => {
    decoded.push(text.slice(from, to))
    for (let index = from; index < to; index += 1) places.push(starts?.[index] ?? index)
  }
  let end = 0
  for (const match of text.matchAll(ESCAPE)) {
    copy(end, match.index)
    decoded.push(decodeEscape(match))
    places.push(starts?.[match.index] ?? match.index)
    end = match.index + match[0].length
  }
  if (end === 0) return undefined
  copy(end, text.length)
  places.push(starts?.[text.length] ?? text.length)
  return { text: decoded.join(''), starts: places }
}

/** One UTF-16 code unit. */
function decodeEscape(match: RegExpExecArray): string {
  const [, percent, u, x, hexEntity, decimalEntity, entity, character] = match
  if (character !== undefined) return character
  if (entity !== undefined) return ENTITIES[entity.toLowerCase()] ?? '?'
  const code =
    decimalEntity === undefined
      ? Number.parseInt(percent ?? u ?? x ?? hexEntity ?? '', 16)
      : Number(decimalEntity)
  return String.fromCharCode(code)
}
