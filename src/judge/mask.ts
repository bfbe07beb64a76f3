import querystring from 'node:querystring'
import { swapCase, tamper } from './exchange.ts'
import type { JudgingOptions } from './verifyOptions.ts'

/** Replaces every secret in a string. */
export type Mask = (text: string) => string

/** The number of characters of a secret that reveal too much. Shorter secrets may be ordinary words, so only whole words are masked. */
const REVEALING = 8
/** The maximum number of characters of all secrets, because each character costs time and memory. The token may count three times. */
const MAX_CHARACTERS = 65_536
/** Headers whose values are not secret. */
const PUBLIC =
  /^(accept(-(charset|encoding|language))?|user-agent|content-type|cache-control|pragma|prefer|connection|origin|referer|via|te)$/i

/** Matches cookies and proxy credentials in header lines, also in folded lines: the start of the line with a cookie's name, and the rest. */
export const COOKIE =
  /^((?:set-)?cookie2?[ \t]*:[ \t]*(?:[\w-]{1,64}=)?|proxy-authorization[ \t]*:[ \t]*)([^\r\n]*(?:(?:\r(?!\n)|\r?\n[ \t])[^\r\n]*)*)/gim

/** Lists a user's token, and the similar tokens that the plan sends, which `createMasker` would not recognise in base64. */
export function listForms(token: string): string[] {
  return [token, ...(token.length < REVEALING ? [] : [tamper(token).tampered, swapCase(token)])]
}

/** Lists the passwords in URLs, and each user name together with its password, because Basic authentication encodes both as one string. */
export function listLogins(urls: string): string[] {
  const found = urls.matchAll(/\/\/([^\s/?#@:]*(?::([^\s/?#]*))?)@/g)
  const logins = [...found].flatMap(([, login = '', password = '']) => [login, password])
  return [...logins, ...logins.map((login) => querystring.unescape(login))]
}

/**
 * Lists a run's secrets: the user's secrets, and tokens that are similar to the user's token. Secrets from the server, such as cookies, are
 * masked only in their own headers: otherwise, a server could hide any word of a report. Tokens that are words of every report, such as
 * `token`, are not masked. Throws an Error if all secrets together are too long.
 */
export function listSecrets(options: JudgingOptions): string[] {
  const { token = '', otherToken = [], headers = [], proxy = '', secrets = [] } = options
  const values = headers.filter(([name]) => !PUBLIC.test(name)).map(([, value]) => value)
  const users = values.map((value) => Buffer.from(/^basic +(\S+)/i.exec(value)?.[1] ?? '', 'base64'))
  const logins = listLogins([proxy, ...headers.flat()].join(' '))
  const given = [...listForms(token), otherToken, values, users.map(String), logins, secrets].flat()
  const all = [...new Set(given)].filter((secret) => !/^(token|server|plants?|)$/.test(secret))
  const { length } = all.join('')
  if (length <= MAX_CHARACTERS) return all
  throw new Error(`expected secrets of at most ${MAX_CHARACTERS} characters in total, got ${length}`)
}

/**
 * The forms of a secret, apart from escapes: unchanged, as UTF-8 bytes that were read as Latin-1, in hexadecimal, and in base64, once or
 * twice. Base64 encodes three bytes as four characters, so the same bytes look different after one or two other bytes.
 */
const SPELLINGS: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => Buffer.from(secret).toString('latin1'),
  (secret) => Buffer.from(secret).toString('hex'),
  (secret) => Buffer.from(`Bearer ${secret}`).toString('base64'),
  (secret) => Buffer.from(Buffer.from(secret).toString('base64')).toString('base64'),
  ...[0, 1, 2].map((before) => (secret: string) => {
    const bytes = Buffer.from('\0'.repeat(before) + secret)
    return bytes.toString('base64').slice(Math.ceil((8 * before) / 6), Math.floor((8 * bytes.length) / 6))
  }),
]

/**
 * Creates the function that replaces every secret in a string, and every part of a secret that reveals too much. The function also finds
 * secrets in another letter case, in UTF-16, base64 or hexadecimal, and with URL, JSON or HTML escapes. It takes linear time.
 */
export function createMasker(secrets: readonly string[], replace: Mask = () => '***'): Mask {
  const parts = new Set<string>()
  const words: string[] = []
  for (const known of secrets) {
    const { plain } = decodeEscapes(known)
    if (plain.length < REVEALING) {
      words.push(plain.replaceAll(/\W/g, '\\$&'))
      continue
    }
    // The secret may have been escaped before it was encoded in base64, so also search for the escaped form.
    for (const form of SPELLINGS.flatMap((spell) => [fold(spell(plain)), fold(spell(known))]))
      for (let at = 0; at + REVEALING <= form.length; at += 1) parts.add(form.slice(at, at + REVEALING))
  }
  const starts = new Uint8Array(2 ** 16)
  for (const part of parts) starts[hashStart(part, 0)] = 1
  const anyWord = words.filter(Boolean).join('|') || '$^'
  const wholeWords = new RegExp(`(?<![\\w-])(?:${anyWord})(?![\\w-])`, 'gi')

  return (text) => {
    const { plain, place } = decodeEscapes(text)
    // Mark each character with 1 if it belongs to a secret, and otherwise with 0. An additional 0 ends the last secret.
    const isSecret = new Uint8Array(plain.length + 1)
    const folded = fold(plain)
    for (let at = 0; at + REVEALING <= folded.length; at += 1)
      if (starts[hashStart(folded, at)] === 1 && parts.has(folded.slice(at, at + REVEALING)))
        isSecret.fill(1, at, at + REVEALING)
    for (const { 0: word, index } of plain.matchAll(wholeWords)) isSecret.fill(1, index, index + word.length)
    let masked = ''
    let done = 0
    for (let from = isSecret.indexOf(1), to = 0; from >= 0; from = isSecret.indexOf(1, to)) {
      to = isSecret.indexOf(0, from)
      masked += text.slice(done, place(from)) + replace(text.slice(place(from), place(to)))
      done = place(to)
    }
    return masked + text.slice(done)
  }
}

/** Returns a number for three characters. In most places of a text, this number shows that no part of a secret begins there. */
const hashStart = (text: string, at: number): number =>
  (text.charCodeAt(at) * 1369 + text.charCodeAt(at + 1) * 37 + text.charCodeAt(at + 2)) & 0xffff

/** Converts letters to lower case, and URL-safe base64 to base64. Changes only ASCII, so that all characters keep their positions. */
function fold(text: string): string {
  const lower = text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
  return lower.replaceAll('-', '+').replaceAll('_', '/')
}

// Matches one escape, which several proxies may have escaped again. Secrets are sent in headers, so no character is above U+00FF. In UTF-16
// and UTF-32, zeros separate these characters, and count as part of the character before them. \n, \r and \t become spaces.
const ESCAPE =
  /([^\0])\0+|%(?:25)*([\da-f]{2})|&(?:amp;)*(?:#x0*([\da-f]{1,4})|#0*(\d{1,5})|(amp|lt|gt|quot|apos))(?:;|%3b)?|\\[nrt]|\\+(?:(?:x|u00)([\da-f]{2})|(.))/isy
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes a string's escapes, up to three times (JSON in a URL in JSON). `place` maps positions in `plain` to positions in the string. */
function decodeEscapes(text: string, rounds = 3): { plain: string; place: (at: number) => number } {
  if (rounds === 0 || !/[%\\&\0]/.test(text)) return { plain: text, place: (at) => at }
  const starts = new Uint32Array(text.length + 1)
  // Collect numbers, not strings: a body may have millions of escapes, and joining millions of strings would take too much memory.
  const codes = new Uint16Array(text.length)
  let length = 0
  for (let at = 0; at < text.length; length += 1) {
    ESCAPE.lastIndex = at
    const match = '%\\&'.includes(text.charAt(at)) || text[at + 1] === '\0' ? ESCAPE.exec(text) : null
    starts[length] = at
    codes[length] = (match ? readEscape(match) : text.charAt(at)).charCodeAt(0)
    at += match?.[0].length ?? 1
  }
  starts[length] = text.length
  const decoded = Buffer.from(codes.buffer, 0, 2 * length).toString('utf16le')
  const { plain, place } = decodeEscapes(decoded, rounds - 1)
  return { plain, place: (at) => starts[place(at)] ?? text.length }
}

function readEscape([, wide, percent, entity, decimal, name, byte, plain]: RegExpMatchArray): string {
  const hex = percent ?? entity ?? byte
  const code = hex === undefined ? decimal : `0x${hex}`
  if (code !== undefined) return String.fromCharCode(Number(code))
  return wide ?? plain ?? ENTITIES[String(name).toLowerCase()] ?? ' '
}
