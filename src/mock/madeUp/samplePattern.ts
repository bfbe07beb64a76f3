/** A random number from 0 to 1 for each use of it. */
export type Draw = (use: string) => number

/** Makes a text that a regular expression matches; undefined if it uses more than the kit can follow. The caller checks the result. */
export function samplePattern(source: string, draw: Draw): string | undefined {
  const reader = { source, at: 0, draw }
  try {
    const text = sampleAlternatives(reader)
    return reader.at === source.length ? text : undefined
  } catch (error) {
    if (error instanceof Unsupported) return undefined
    throw error
  }
}

class Unsupported extends Error {}

type Reader = { source: string; at: number; draw: Draw }

/** The first alternative. The others are read, so that the reader gets to their end. */
function sampleAlternatives(reader: Reader): string {
  const first = sampleSequence(reader)
  while (reader.source[reader.at] === '|') {
    reader.at += 1
    sampleSequence(reader)
  }
  return first
}

function sampleSequence(reader: Reader): string {
  let text = ''
  while (reader.at < reader.source.length && !'|)'.includes(reader.source[reader.at] ?? '')) {
    const begin = reader.at
    const once = sampleAtom(reader)
    const count = readCount(reader)
    const end = reader.at
    for (let index = 0; index < count; index++) {
      // Each repetition draws its own characters.
      reader.at = begin
      text += index === 0 ? once : sampleAtom(reader)
    }
    reader.at = end
  }
  return text
}

function sampleAtom(reader: Reader): string {
  const { source, at } = reader
  const character = source[at] ?? ''
  reader.at += 1
  if (character === '^' || character === '$') return ''
  if (character === '(') return sampleGroup(reader)
  if (character === '[') return pick(readClass(reader), reader)
  if (character === '.') return pick(LETTERS, reader)
  if (character === '\\') return pick(readEscape(reader), reader)
  return character
}

function sampleGroup(reader: Reader): string {
  const rest = reader.source.slice(reader.at)
  const opening = /^\?(?::|<[\p{L}_$][\p{L}\p{N}_$]*>)/u.exec(rest)?.[0] ?? ''
  if (opening === '' && rest.startsWith('?')) throw new Unsupported()
  reader.at += opening.length
  const text = sampleAlternatives(reader)
  reader.at += 1
  return text
}

/** The fewest repetitions, but one for `*`: an empty text shows nothing. */
function readCount(reader: Reader): number {
  const [all = '', least] = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(reader.source.slice(reader.at)) ?? []
  reader.at += all.length
  return least === undefined ? 1 : Number(least)
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LETTERS.toUpperCase()
const DIGITS = '0123456789'
const CLASSES: Readonly<Record<string, string>> = { d: DIGITS, w: LETTERS + DIGITS, s: ' ' }
const CONTROL: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v' }

/** The characters that an escape stands for. */
function readEscape(reader: Reader): string {
  const letter = reader.source[reader.at] ?? ''
  reader.at += 1
  if (letter === 'p') {
    const [all, category = ''] = /^\{(\w+)\}/.exec(reader.source.slice(reader.at)) ?? []
    const characters = { L: LETTERS, Lu: UPPER, Ll: LETTERS, N: DIGITS, Nd: DIGITS }[category]
    if (all === undefined || characters === undefined) throw new Unsupported()
    reader.at += all.length
    return characters
  }
  if (/[A-Za-z0-9]/.test(letter)) {
    const characters = CLASSES[letter] ?? CONTROL[letter]
    if (characters === undefined) throw new Unsupported()
    return characters
  }
  return letter
}

/** The characters of a class such as `[A-Z_]`. Of a negated one, letters and digits that it allows. */
function readClass(reader: Reader): string {
  const isNegated = reader.source[reader.at] === '^'
  if (isNegated) reader.at += 1
  let characters = ''
  while (reader.source[reader.at] !== ']') {
    if (reader.at >= reader.source.length) throw new Unsupported()
    const first = readClassCharacter(reader)
    const isRange = reader.source[reader.at] === '-' && reader.source[reader.at + 1] !== ']'
    if (!isRange) {
      characters += first
      continue
    }
    reader.at += 1
    const last = readClassCharacter(reader)
    for (
      let code = first.charCodeAt(0);
      code <= Math.min(last.charCodeAt(0), first.charCodeAt(0) + 99);
      code++
    )
      characters += String.fromCharCode(code)
  }
  reader.at += 1
  if (!isNegated) return characters
  return [...(LETTERS + UPPER + DIGITS)].filter((each) => !characters.includes(each)).join('')
}

function readClassCharacter(reader: Reader): string {
  const character = reader.source[reader.at] ?? ''
  reader.at += 1
  return character === '\\' ? readEscape(reader) : character
}

function pick(characters: string, { draw, at }: Reader): string {
  if (characters === '') throw new Unsupported()
  return characters.charAt(Math.floor(draw(`character ${at}`) * characters.length))
}
