import { tamper } from './credentials.ts'
import type { Field } from './exchange.ts'

/** Replaces every secret in a text. */
export type Mask = (text: string) => string

type SecretOptions = {
  token?: string | undefined
  otherToken?: string | readonly string[] | undefined
  headers?: readonly Field[] | undefined
  proxy?: string | undefined
}

/** Shorter secrets may also be ordinary words, so they are masked only where they stand alone. */
const BLOCK = 8
/** So many characters of a secret reveal it, wherever they stand. It is more than one ordinary word has. */
const REVEALING = 12
/** A token that was changed for a test may lack so many characters of a short token. */
const CHANGED = 4
/** More secrets, or longer ones, are not looked for: no user has them, and each costs time and memory. */
const MAX_SECRETS = 100
const MAX_LENGTH = 16_384
const MAX_TOTAL = 2 * MAX_LENGTH
/** Headers whose values are no secrets. */
const PUBLIC =
  /^(accept(-.*)?|user-agent|content-type|cache-control|pragma|prefer|connection|origin|referer|via|te)$/i
const MASK = '***'

/** Whether the value of a header that the user adds is a secret, judged by its name. */
export function isSecretField(name: string): boolean {
  return !PUBLIC.test(name)
}

/**
 * The secrets of a run: what the user gave it, and the token as the plan changes it. What a server sends is masked where it stands, and never looked for in other texts.
 * Otherwise a server could blank words of the report.
 */
export function listSecrets({ token, otherToken = [], headers = [], proxy }: SecretOptions): string[] {
  const values = headers.filter(([name]) => isSecretField(name)).flatMap(([, value]) => listParts(value))
  const changed = token === undefined || token.length < BLOCK ? [] : listChanged(token)
  // In the order in which they matter, because there are bounds.
  const all = [token ?? '', ...[otherToken].flat(), ...values, ...listUserInfo(proxy), ...changed]
  return [...new Set(all)].filter((secret) => secret !== '').slice(0, MAX_SECRETS)
}

/** The bad tokens that are made from a token and show all of it, or all but one character. */
function listChanged(token: string): string[] {
  const bare = token.replace(/={1,2}$/, '')
  return [tamper(token).tampered, `${bare}xxxx`, `${token}xxxx`, `xxxx${token}`]
}

/** The value of a secret header, and the long parts that a server may repeat alone: credentials, cookies, a password. */
function listParts(value: string): string[] {
  const words = value.split(/[\s,;]/).flatMap((word) => [word, word.slice(word.indexOf('=') + 1)])
  const [scheme, credentials] = value.split(' ')
  const user = scheme?.toLowerCase() === 'basic' ? Buffer.from(credentials ?? '', 'base64').toString() : ''
  const parts = [...words, user, user.slice(user.indexOf(':') + 1)]
  return [value, ...parts.filter((part) => part !== value && part.length >= BLOCK)]
}

/** The user and the password in the URL of a proxy. */
function listUserInfo(url = ''): string[] {
  if (!URL.canParse(url)) return []
  const { username, password } = new URL(url)
  return [password, ...(username.length < BLOCK ? [] : [username])]
}

/**
 * Creates the function that replaces every secret in a text, and every part of one that is long enough to reveal it. A shorter part is
 * enough where the text may be an excerpt that was cut. It also finds them in another letter case, in base64, and with escapes of
 * URLs, JSON or HTML. Takes time that is linear in the text.
 */
export function createMasker(secrets: readonly string[]): Mask {
  return createReplacer(secrets, () => MASK)
}

/** A part of a text that a secret has, too: the secret's index, and whether the secret begins and ends there. */
type Found = { from: number; to: number; secret: number; first: boolean; last: boolean; isEnough: boolean }

/** Like `createMasker`, with another text in the place of each secret. `replace` gets what stands there, and the secret's index. */
export function createReplacer(
  secrets: readonly string[],
  replace: (found: string, secret: number) => string,
): Mask {
  const find = createFinder(secrets)
  return (text) => {
    const { plain, starts } = decodeEscapes(text)
    let masked = ''
    let done = 0
    for (const { from, to, secret, isEnough, first, last } of find(plain)) {
      const start = Math.max(done, starts?.[from] ?? from)
      const end = starts?.[to] ?? to
      const isExcerpt = (first || isCutBefore(text, start)) && (last || isCutAfter(text, end))
      if (end <= start || !(isEnough || isExcerpt)) continue
      masked += text.slice(done, start) + replace(text.slice(start, end), secret)
      done = end
    }
    return masked + text.slice(done)
  }
}

/** Where an excerpt may begin: after a quotation mark or an ellipsis, or with the text. */
function isCutBefore(text: string, start: number): boolean {
  return start === 0 || /["'`…]/.test(text.charAt(start - 1))
}

/** Where an excerpt may end, in the middle of an escape, too. */
function isCutAfter(text: string, end: number): boolean {
  const ending = /^(?:%[\da-f]?|\\{1,3}(?:[ux][\da-f]{0,3})?|&[#\w]{0,5})?(?:["'`…]|$)/i
  return ending.test(text.slice(end, end + 12))
}

/** A text of `BLOCK` characters in secrets: one of these, how many of its characters reveal it, and whether it begins or ends so. */
type Block = { secret: number; revealing: number; first: boolean; last: boolean }

/** Creates the function that finds secrets in a text without escapes. */
function createFinder(secrets: readonly string[]): (plain: string) => Found[] {
  const alone: { pattern: RegExp; secret: number }[] = []
  const blocks = new Map<string, Block>()
  // Most texts of a block's length are none: a small table tells so without a look at the text.
  const mayBeBlock = new Uint8Array(2 ** 16)
  let left = MAX_TOTAL
  for (const [secret, text] of secrets.slice(0, MAX_SECRETS).entries()) {
    const known = text.slice(0, Math.min(MAX_LENGTH, left))
    left -= known.length
    const { plain } = decodeEscapes(known)
    if (plain.length < BLOCK) {
      const pattern = new RegExp(`(?<![\\w-])${plain.replace(/\W/g, '\\$&')}(?![\\w-])`, 'g')
      if (plain !== '') alone.push({ pattern, secret })
      continue
    }
    for (const form of [plain, Buffer.from(plain).toString('latin1'), ...listBase64(known)]) {
      const lower = toLowerCase(form)
      const revealing = Math.min(REVEALING, Math.max(BLOCK, form.length - CHANGED))
      for (let at = 0; at + BLOCK <= lower.length; at += 1) {
        const block = lower.slice(at, at + BLOCK)
        const known = blocks.get(block)
        blocks.set(block, {
          secret: known?.secret ?? secret,
          revealing: Math.min(revealing, known?.revealing ?? revealing),
          first: at === 0 || known?.first === true,
          last: at + BLOCK === lower.length || known?.last === true,
        })
        mayBeBlock[hashBlock(lower, at)] = 1
      }
    }
  }
  return (plain) => {
    const whole = { first: true, last: true, isEnough: true }
    const words = alone.flatMap(({ pattern, secret }) =>
      Array.from(plain.matchAll(pattern), ({ 0: word, index: from }) => ({
        ...{ from, to: from + word.length, secret, ...whole },
      })),
    )
    const lower = toLowerCase(plain)
    const parts: Found[] = []
    for (let at = 0; at + BLOCK <= lower.length; at += 1) {
      const block = mayBeBlock[hashBlock(lower, at)] ? blocks.get(lower.slice(at, at + BLOCK)) : undefined
      if (!block) continue
      const to = at + BLOCK
      let part = parts.at(-1)
      // The block that begins one character after the one before continues its part.
      if (part?.to !== to - 1) {
        part = { ...block, from: at, to, isEnough: false }
        parts.push(part)
      }
      part.to = to
      part.last = block.last
      part.isEnough ||= to - part.from >= block.revealing
    }
    return words.length === 0 ? parts : [...words, ...parts].sort((one, other) => one.from - other.from)
  }
}

function hashBlock(text: string, at: number): number {
  return (text.charCodeAt(at) ^ (text.charCodeAt(at + 3) << 4) ^ (text.charCodeAt(at + 7) << 8)) & 0xffff
}

/** In lower case as far as ASCII goes, which keeps every character at its place. */
function toLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Base64 writes three bytes as four characters, so the same bytes look different after one or two other bytes. */
function listBase64(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const forms = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return text.slice(before === 0 ? 0 : before + 1, Math.floor((8 * (before + bytes.length)) / 6))
  })
  forms.push(Buffer.from(`Bearer ${secret}`).toString('base64').replaceAll('=', ''))
  return [...forms, ...forms.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))]
}

const ESCAPE =
  /%([\da-f]{2})|\\+(?:u([\da-f]{4})|x([\da-f]{2})|(.)?)|&(?:#(\d{1,5})|#x([\da-f]{1,4})|(amp|lt|gt|quot|apos));/gis
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** So often a text may be escaped: as JSON in a URL in JSON, say. */
const ROUNDS = 3

/**
 * A text without escapes, and where each of its characters, and its end, starts in the original. Backslashes count for nothing: a
 * server may have added any number.
 */
function decodeEscapes(text: string): { plain: string; starts?: Uint32Array } {
  let decoded: ReturnType<typeof decodeEscapes> = { plain: text }
  for (let round = 0; round < ROUNDS; round += 1) {
    const { plain, starts } = decoded
    const next = new Uint32Array(plain.length + 1)
    let result = ''
    let done = 0
    const copy = (end: number): void => {
      for (let at = done; at < end; at += 1) next[result.length + at - done] = starts?.[at] ?? at
      result += plain.slice(done, end)
    }
    for (const match of plain.matchAll(ESCAPE)) {
      copy(match.index)
      next[result.length] = starts?.[match.index] ?? match.index
      result += readEscape(match)
      done = match.index + match[0].length
    }
    if (done === 0) break
    copy(plain.length)
    next[result.length] = text.length
    decoded = { plain: result, starts: next.subarray(0, result.length + 1) }
  }
  return decoded
}

function readEscape([, percent, unicode, byte, plain, decimal, hex, name]: RegExpMatchArray): string {
  if (plain !== undefined) return plain
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? ''
  if (decimal !== undefined) return String.fromCharCode(Number(decimal))
  const code = percent ?? unicode ?? byte ?? hex
  return code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16))
}
