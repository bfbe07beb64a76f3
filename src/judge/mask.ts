import { tamper } from './credentials.ts'
import type { JudgingOptions } from './verifyOptions.ts'

/** Replaces every secret in a string. */
export type Mask = (text: string) => string

type SecretOptions = Pick<JudgingOptions, 'token' | 'otherToken' | 'headers' | 'proxy'>

/** Shorter secrets may also be ordinary words, so they are masked only as whole words. */
const BLOCK = 8
/** This many characters of a secret reveal it, wherever they occur. An ordinary word has fewer. */
const REVEALING = 12
/** A token that was changed for a test may lack this many characters of a short token. */
const CHANGED = 4
/** Further or longer secrets are not searched for: no user has them, and each costs time and memory. */
const MAX_SECRETS = 100
const MAX_LENGTH = 16_384
const MAX_TOTAL = 2 * MAX_LENGTH
/** Headers whose values are not secret. */
const PUBLIC =
  /^(accept(-.*)?|user-agent|content-type|cache-control|pragma|prefer|connection|origin|referer|via|te)$/i

/** Whether the value of a header that the user adds is a secret, judged by its name. */
export function isSecretField(name: string): boolean {
  return !PUBLIC.test(name)
}

/**
 * The secrets of a run: what the user gave it, and the token with one character changed. A secret that the server sends is masked where it
 * occurs, but never searched for elsewhere. Otherwise, a server could blank out words in the report.
 */
export function listSecrets({
  token = '',
  otherToken = [],
  headers = [],
  proxy = '',
}: SecretOptions): string[] {
  const values = headers.filter(([name]) => isSecretField(name)).flatMap(([, value]) => listParts(value))
  const { username, password } = URL.canParse(proxy) ? new URL(proxy) : { username: '', password: '' }
  const long = [username, token && tamper(token).tampered].filter(isLong)
  // In order of importance, because the number of secrets is limited.
  const all = [token, ...[otherToken].flat(), ...values, password, ...long]
  return [...new Set(all)].filter((secret) => secret !== '').slice(0, MAX_SECRETS)
}

function isLong(secret: string): boolean {
  return secret.length >= BLOCK
}

/** The value of a secret header, and its long parts that a server may repeat on their own: credentials, cookies, a password. */
function listParts(value: string): string[] {
  const words = value.split(/[\s,;]+/)
  const user = /^basic /i.test(value) ? Buffer.from(words[1] ?? '', 'base64').toString() : ''
  const ends = words.map((word) => word.slice(word.indexOf('=') + 1))
  return [value, ...[...words, ...ends, user, user.slice(user.indexOf(':') + 1)].filter(isLong)]
}

/**
 * Creates the function that replaces every secret in a string, and every part of a secret long enough to reveal it. It also finds secrets
 * in another letter case, in base64, and with URL, JSON or HTML escapes. Takes linear time.
 */
export function createMasker(
  secrets: readonly string[],
  replace: (found: string) => string = () => '***',
): Mask {
  const find = createFinder(secrets)
  return (text) => {
    const { plain, place } = decodeEscapes(text)
    let masked = ''
    let done = 0
    for (const { from, to, isEnough, first, last } of find(plain)) {
      const start = Math.max(done, place(from))
      const end = place(to)
      const isExcerpt = (first || isCutBefore(text, start)) && (last || isCutAfter(text, end))
      if (end <= start || !(isEnough || isExcerpt)) continue
      masked += text.slice(done, start) + replace(text.slice(start, end))
      done = end
    }
    return masked + text.slice(done)
  }
}

/** Whether an excerpt may begin here: after a quotation mark or an ellipsis, or at the start of the text. */
function isCutBefore(text: string, start: number): boolean {
  return start === 0 || /["'`…]/.test(text.charAt(start - 1))
}

/** Whether an excerpt may end here. It may also end in the middle of an escape. */
function isCutAfter(text: string, end: number): boolean {
  const ending = /^(?:%[\da-f]?|\\{1,3}(?:[ux][\da-f]{0,3})?|&[#\w]{0,5})?(?:["'`…]|$)/i
  return ending.test(text.slice(end, end + 12))
}

/** A part that a text shares with a secret: whether it is enough to reveal the secret, and whether the secret begins or ends in it. */
type Found = { from: number; to: number; isEnough: boolean; first: boolean; last: boolean }

/** Creates the function that finds parts of secrets in a text without escapes, in order. */
function createFinder(secrets: readonly string[]) {
  const alone: RegExp[] = []
  /** Each `BLOCK`-character substring of a secret: how many characters in a row reveal it, and whether it begins or ends the secret. */
  const blocks = new Map<string, { revealing: number; first: boolean; last: boolean }>()
  const add = (form: string): void => {
    const revealing = Math.min(REVEALING, Math.max(BLOCK, form.length - CHANGED))
    for (let at = 0; at + BLOCK <= form.length; at += 1) {
      const block = form.slice(at, at + BLOCK)
      const known = blocks.get(block)
      blocks.set(block, {
        revealing: Math.min(revealing, known?.revealing ?? revealing),
        first: at === 0 || known?.first === true,
        last: at + BLOCK === form.length || known?.last === true,
      })
    }
  }
  let left = MAX_TOTAL
  for (const secret of secrets.slice(0, MAX_SECRETS)) {
    const known = secret.slice(0, Math.min(MAX_LENGTH, left))
    left -= known.length
    const { plain } = decodeEscapes(known)
    if (isLong(plain))
      for (const form of [plain, Buffer.from(plain).toString('latin1'), ...listBase64(known)]) add(fold(form))
    else if (plain !== '') alone.push(new RegExp(`(?<![\\w-])${plain.replace(/\W/g, '\\$&')}(?![\\w-])`, 'g'))
  }
  return (plain: string): Found[] => {
    const whole = { isEnough: true, first: true, last: true }
    const found: Found[] = alone.flatMap((word) =>
      Array.from(plain.matchAll(word), ({ 0: { length }, index: from }) => ({
        from,
        to: from + length,
        ...whole,
      })),
    )
    const text = fold(plain)
    let part: Found | undefined
    for (let at = 0; at + BLOCK <= text.length; at += 1) {
      const block = blocks.get(text.slice(at, at + BLOCK))
      if (!block) {
        part = undefined
        continue
      }
      // A block that begins one character after the previous block continues its part.
      if (!part) {
        part = { from: at, to: at, isEnough: false, first: block.first, last: false }
        found.push(part)
      }
      part.to = at + BLOCK
      part.last = block.last
      part.isEnough ||= part.to - part.from >= block.revealing
    }
    return found.sort((one, other) => one.from - other.from)
  }
}

/** Converts only ASCII letters to lower case, so that every character keeps its position. */
function fold(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Base64 writes three bytes as four characters, so the same bytes look different after one or two other bytes. */
function listBase64(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const forms = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return text.slice(before === 0 ? 0 : before + 1, Math.floor((8 * (before + bytes.length)) / 6))
  })
  const all = [...forms, Buffer.from(`Bearer ${secret}`).toString('base64').replaceAll('=', '')]
  return all.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')])
}

// Backslashes are ignored: a server may have added any number.
const ESCAPE =
  /%([\da-f]{2})|\\+(?:u([\da-f]{4})|x([\da-f]{2})|(.)?)|&(?:#(\d{1,5})|#x([\da-f]{1,4})|(amp|lt|gt|quot|apos));/gis
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes a text's escapes, and maps positions back to the original. It may be escaped three times: as JSON in a URL in JSON. */
function decodeEscapes(text: string, rounds = 3): { plain: string; place: (at: number) => number } {
  if (rounds === 0 || !/[%\\&]/.test(text)) return { plain: text, place: (at) => at }
  const starts = new Uint32Array(text.length + 1)
  let plain = ''
  let done = 0
  const copy = (end: number): void => {
    for (let at = done; at < end; at += 1) starts[plain.length + at - done] = at
    plain += text.slice(done, end)
  }
  for (const match of text.matchAll(ESCAPE)) {
    copy(match.index)
    starts[plain.length] = match.index
    plain += readEscape(match)
    done = match.index + match[0].length
  }
  copy(text.length)
  starts[plain.length] = text.length
  const again = decodeEscapes(plain, rounds - 1)
  return { plain: again.plain, place: (at) => starts[again.place(at)] ?? text.length }
}

function readEscape([, percent, unicode, byte, plain, decimal, hex, name]: RegExpMatchArray): string {
  if (plain !== undefined) return plain
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? ''
  if (decimal !== undefined) return String.fromCharCode(Number(decimal))
  const code = percent ?? unicode ?? byte ?? hex
  return code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16))
}
