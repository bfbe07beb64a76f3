import { decodeEscapes, type UnescapedText } from './body/decodeEscapes.ts'

/** Shorter secrets may also be ordinary words, so they are masked only where they stand alone. */
export const UNMISTAKABLE = 8
/** A text may be escaped more than once, for example a URL in JSON in an excerpt. */
const MOST_ESCAPES = 4
const MASK = '***'

export type Mask = (text: string) => string

/**
 * Creates the function that replaces every secret in a text, also where the secret is escaped as in URLs, JSON or HTML, in
 * base64 with or without more around it, or cut off at the start or the end of an excerpt. Takes linear time.
 */
export function createMasker(secrets: readonly string[]): Mask {
  return createReplacer(secrets, () => MASK)
}

/** Like `createMasker`, with another text in the place of each secret: `replace` gets what stands there. */
export function createReplacer(secrets: readonly string[], replace: Mask): Mask {
  const known = [...new Set(secrets)].filter((secret) => secret !== '')
  const forms = known.flatMap(listForms)
  const pieces = indexPieces(known)
  return (text) => {
    const found: Range[] = []
    let decoded: UnescapedText | undefined = { text }
    for (let pass = 0; decoded && pass < MOST_ESCAPES; pass += 1) {
      for (const form of forms) findForm(decoded, form, found)
      findPieces(decoded, pieces, found)
      decoded = decodeEscapes(decoded)
    }
    return replaceRanges(text, found, replace)
  }
}

/** A text that reveals a secret. In base64, the characters next to it may hold more bits of the secret. */
type Form = { text: string; hasBefore: boolean; hasAfter: boolean }

const alone = { hasBefore: false, hasAfter: false }

/** The texts that reveal a secret. Those of two secrets with the same kinds of characters are in the same order. */
export function listForms(secret: string): Form[] {
  const bytes = Buffer.from(secret)
  // The bytes of a percent-encoded text are decoded one by one, and so is a secret that looks escaped itself.
  const plain = new Set([secret, bytes.toString('latin1')])
  for (let decoded = decodeEscapes({ text: secret }); decoded && plain.size < MOST_ESCAPES; ) {
    plain.add(decoded.text)
    decoded = decodeEscapes(decoded)
  }
  const whole = [bytes, Buffer.from(`Bearer ${secret}`)].map((each) => ({
    text: each.toString('base64').replace(/={1,2}$/, ''),
    ...alone,
  }))
  // Base64 writes three bytes as four characters, so the same bytes look different after one or two other bytes.
  const parts = [0, 1, 2].map((offset) => {
    const bits = 8 * (offset + bytes.length)
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    return {
      text: text.slice(Math.ceil((8 * offset) / 6), Math.floor(bits / 6)),
      hasBefore: offset > 0,
      hasAfter: bits % 6 > 0,
    }
  })
  const base64 = [...whole, ...parts.filter(({ text }) => text.length >= UNMISTAKABLE)]
  const base64Url = base64
    .filter(({ text }) => /[+/]/.test(text))
    .map((form) => ({ ...form, text: form.text.replaceAll('+', '-').replaceAll('/', '_') }))
  return [...[...plain].map((text) => ({ text, ...alone })), ...base64, ...base64Url]
}

/** From the first character to before the last one, in the original text. */
type Range = readonly [start: number, end: number]

function findForm({ text, starts }: UnescapedText, form: Form, found: Range[]): void {
  const key = form.text.slice(0, UNMISTAKABLE)
  let at = text.indexOf(key)
  while (at >= 0) {
    const length = matchForm(text, at, form.text)
    if (length > 0) {
      const start = form.hasBefore && isBase64(text.charAt(at - 1)) ? at - 1 : at
      const last = at + length
      const end = form.hasAfter && isBase64(text.charAt(last)) ? last + 1 : last
      found.push([starts?.[start] ?? start, starts?.[end] ?? end])
    }
    at = text.indexOf(key, at + Math.max(1, length))
  }
}

/** The length of the secret at a place of a text, which may be cut off there. 0 if there is none. */
function matchForm(text: string, at: number, secret: string): number {
  if (text.startsWith(secret, at)) {
    const end = at + secret.length
    const isPartOfWord = /[\w-]/.test(text.charAt(at - 1) + text.charAt(end))
    return secret.length < UNMISTAKABLE && isPartOfWord ? 0 : secret.length
  }
  if (secret.length <= UNMISTAKABLE) return 0
  let end = at + UNMISTAKABLE
  while (end < text.length && text[end] === secret[end - at]) end += 1
  return CUT.test(text.slice(end, end + 12)) ? end - at : 0
}

/** What follows a secret that an excerpt cuts off, perhaps within an escape: the end, an ellipsis or a quotation mark. */
const CUT = /^(?:%[\da-f]?|\\(?:[ux][\da-f]{0,3})?|&#?\w{0,7})?(?:$|["'`…]|\.\.\.)/i

/** By their first characters, the pieces of the secrets without their beginning. */
type Pieces = ReadonlyMap<string, readonly string[]>

function indexPieces(secrets: readonly string[]): Pieces {
  const pieces = new Map<string, string[]>()
  for (const secret of secrets)
    for (let at = 1; at + UNMISTAKABLE <= secret.length; at += 1) {
      const key = secret.slice(at, at + UNMISTAKABLE)
      const same = pieces.get(key)
      if (same) same.push(secret.slice(at))
      else pieces.set(key, [secret.slice(at)])
    }
  return pieces
}

/** Finds secrets of which an excerpt cuts off the beginning, because it starts in the middle of a text. */
function findPieces({ text, starts }: UnescapedText, pieces: Pieces, found: Range[]): void {
  if (pieces.size === 0) return
  for (const { 0: opening, index } of text.matchAll(/["'`…]|\.\.\.|^/g)) {
    const start = index + opening.length
    for (const piece of pieces.get(text.slice(start, start + UNMISTAKABLE)) ?? []) {
      const length = matchForm(text, start, piece)
      if (length > 0) found.push([starts?.[start] ?? start, starts?.[start + length] ?? start + length])
    }
  }
}

function isBase64(character: string): boolean {
  return /[\w+/-]/.test(character)
}

function replaceRanges(text: string, ranges: Range[], replace: Mask): string {
  ranges.sort(([one, oneEnd], [other, otherEnd]) => one - other || otherEnd - oneEnd)
  let result = ''
  let masked = 0
  for (let index = 0; index < ranges.length; ) {
    const [start, first] = ranges[index] ?? [0, 0]
    let end = first
    // Ranges that overlap are one.
    for (index += 1; (ranges[index]?.[0] ?? end) < end; index += 1)
      end = Math.max(end, ranges[index]?.[1] ?? end)
    result += text.slice(masked, start) + replace(text.slice(start, end))
    masked = end
  }
  return result + text.slice(masked)
}
