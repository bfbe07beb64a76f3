import { listOtherTokens } from './credentials.ts'
import type { Field, Probe } from './exchange.ts'

/** Replaces every secret in a text. */
export type Mask = (text: string) => string

type SecretOptions = {
  token?: string | undefined
  otherToken?: string | readonly string[] | undefined
  headers?: readonly Field[] | undefined
  proxy?: string | undefined
}

/** Shorter secrets may also be ordinary words, so they are masked only where they stand alone. */
const UNMISTAKABLE = 8
/** More secrets, or longer ones, are not looked for: no user has them, and each costs time. */
const MAX_SECRETS = 100
const MAX_LENGTH = 16_384
/** Headers whose values are no secrets. */
const PUBLIC =
  /^(accept(-.*)?|user-agent|content-type|cache-control|pragma|prefer|connection|origin|referer|via|te)$/i
const MASK = '***'

/** Whether the value of a header that the user adds is a secret, judged by its name. */
export function isSecretField(name: string): boolean {
  return !PUBLIC.test(name)
}

/**
 * The secrets of a run: what the user gave it, and the long bad tokens that are made of the token. What a server sends is masked where
 * it stands, and never looked for in other texts. Otherwise a server could blank words of the report.
 */
export function listSecrets(
  exchanges: readonly { readonly probe: Pick<Probe, 'credential'> }[],
  { token, otherToken, headers = [], proxy }: SecretOptions,
): string[] {
  const credentials = new Set(exchanges.map(({ probe }) => probe.credential))
  const derived = [...credentials]
    .flatMap(({ fields }) => fields.filter(({ value, shell }) => value !== shell))
    .map(({ value }) => value.replace(/^\S+\s+/, ''))
    .filter((secret) => secret.length >= UNMISTAKABLE)
  const values = headers.filter(([name]) => isSecretField(name)).flatMap(([, value]) => listParts(value))
  const all: (string | undefined)[] = [
    token,
    ...listOtherTokens(otherToken),
    ...derived,
    ...values,
    ...listUserInfo(proxy),
  ]
  return [...new Set(all.flatMap((secret) => (secret ? [secret] : [])))].slice(0, MAX_SECRETS)
}

/** The value of a secret header, and the long parts that a server may repeat alone: credentials, cookies, a password. */
function listParts(value: string): string[] {
  const words = value.split(/[\s,;]/).flatMap((word) => [word, word.slice(word.indexOf('=') + 1)])
  const [scheme, credentials] = value.split(' ')
  const user = scheme?.toLowerCase() === 'basic' ? Buffer.from(credentials ?? '', 'base64').toString() : ''
  const parts = [...words, user, user.slice(user.indexOf(':') + 1)]
  return [value, ...parts.filter((part) => part !== value && part.length >= UNMISTAKABLE)]
}

/** The password in the URL of a proxy. */
function listUserInfo(url = ''): string[] {
  const password = URL.canParse(url) ? new URL(url).password : ''
  return /%(?![\da-f]{2})/i.test(password)
    ? [password]
    : [
        password,
        Buffer.from(
          password.replaceAll(/%(..)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
          'latin1',
        ).toString(),
      ]
}

/**
 * Creates the function that replaces every secret in a text, also where characters of it are escaped as in URLs, JSON or HTML, in
 * base64, or as a part at the start or the end of an excerpt. Takes linear time.
 */
export function createMasker(secrets: readonly string[]): Mask {
  return createReplacer(secrets, () => MASK)
}

/** Like `createMasker`, with another text in the place of each secret: `replace` gets what stands there. */
export function createReplacer(secrets: readonly string[], replace: Mask): Mask {
  const known = [...new Set(secrets)]
    .filter((secret) => secret !== '')
    .toSorted((one, other) => other.length - one.length)
    .slice(0, MAX_SECRETS)
    .map((secret) => secret.slice(0, MAX_LENGTH))
  const forms = [...new Set(known.flatMap(listForms))]
  // The characters next to a secret within base64 may hold some of its bits.
  const patterns = [
    ...known.map((secret) => writePattern(encodeHeader(secret))),
    ...known.flatMap(listBase64).map((form) => writePattern(form, '[\\w+/-]?')),
    ...forms.map((form) => writePattern(form)),
  ].map((pattern) => new RegExp(pattern, 'gu'))
  const isPart = (piece: string): boolean => {
    const plain = decodeEscapes(piece)
    return plain.length >= UNMISTAKABLE && forms.some((form) => form.includes(plain))
  }
  /** Masks the beginning of a secret at the end of a text, whatever stands before it, and the end of one at the start. */
  const maskEnds = (run: string): string => {
    const plain = decodeEscapes(run)
    const beginning = findLongest(forms, (form) =>
      form.slice(0, Math.max(measureOverlap(run, form), measureOverlap(plain, form))),
    )
    const end = findLongest(forms, (form) =>
      form.slice(form.length - Math.max(measureOverlap(form, run), measureOverlap(form, plain))),
    )
    const masked = beginning
      ? run.replace(new RegExp(`${writePattern(beginning)}(?:${CUT_ESCAPE.source})?$`, 'u'), replace)
      : run
    return end ? masked.replace(new RegExp(`^${writePattern(end)}`, 'u'), replace) : masked
  }
  return (text) => {
    const masked = patterns.reduce((all, pattern) => all.replaceAll(pattern, replace), text)
    return masked
      .replaceAll(PIECE, (piece, at: number) =>
        isCut(masked, at, piece.length) && isPart(piece) ? replace(piece) : piece,
      )
      .replaceAll(RUN, maskEnds)
  }
}

/** The longest part of a form. */
function findLongest(forms: readonly string[], choose: (form: string) => string): string {
  return forms.map(choose).reduce((longest, part) => (part.length > longest.length ? part : longest), '')
}

/** How many characters at the end of a text are those at the start of another: none, if they are few. */
function measureOverlap(text: string, other: string): number {
  const key = other.slice(0, UNMISTAKABLE)
  if (key.length < UNMISTAKABLE) return 0
  for (let at = text.indexOf(key, text.length - other.length); at >= 0; at = text.indexOf(key, at + 1))
    if (other.startsWith(text.slice(at))) return text.length - at
  return 0
}

/** Without escapes, as far as one that is cut off at the end. */
function decodeEscapes(text: string): string {
  return text
    .replaceAll(/\\{1,3}(?=\/)/g, '')
    .replaceAll(ESCAPE, (_all, ...codes: string[]) =>
      String.fromCharCode(Number.parseInt(codes.find(Boolean) ?? '', 16)),
    )
    .replace(CUT_ESCAPE, '')
}

/** The texts that reveal a secret. Those of two secrets of the same length are in the same order. */
export function listForms(secret: string): string[] {
  // The bytes of a percent-encoded text are decoded one by one.
  return [secret, Buffer.from(secret).toString('latin1'), encodeHeader(secret), ...listBase64(secret)]
}

function encodeHeader(secret: string): string {
  return Buffer.from(`Bearer ${secret}`)
    .toString('base64')
    .replace(/={1,2}$/, '')
}

/** Base64 writes three bytes as four characters, so the same bytes look different after one or two other bytes. */
function listBase64(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const forms = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return text.slice(before === 0 ? 0 : before + 1, Math.floor((8 * (before + bytes.length)) / 6))
  })
  return forms.filter((text) => text.length >= UNMISTAKABLE)
}

/** Matches a form in which any character but a letter or a digit may be escaped, with characters of this kind around it. */
function writePattern(form: string, around = ''): string {
  const pattern = form.replaceAll(/[^\da-z]/gi, (character) => {
    const code = character.charCodeAt(0)
    const hex = [...code.toString(16).padStart(2, '0')]
      .map((digit) => `[${digit}${digit.toUpperCase()}]`)
      .join('')
    const named = ENTITIES[character] ?? ''
    // In a URL, base64 has other characters for these two.
    const other = character === '+' ? '|-' : character === '/' ? '|_' : ''
    return `(?:\\\\{0,3}\\u{${code.toString(16)}}${other}|%(?:25)?${hex}|\\\\{1,2}(?:u00|x)${hex}|&(?:#${code}|#[xX]${hex}${named});)`
  })
  return form.length < UNMISTAKABLE ? `(?<![\\w-])${pattern}(?![\\w-])` : around + pattern + around
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '|amp',
  '<': '|lt',
  '>': '|gt',
  '"': '|quot',
  "'": '|apos',
}

/** A run of characters that may be a part of a secret. */
const PIECE = /[^\s"'`…<>?=,:()[\]{}]{8,}/g
/** What stands between the places where an excerpt may begin or end. */
const RUN = /[^"'`…]{8,}/g
/** A character that is escaped in a URL, in JSON or in HTML, or the beginning of one. */
const ESCAPE = /%(?:25)?([\da-f]{2})|\\{1,2}(?:u00|x)([\da-f]{2})|&#x([\da-f]{2});/gi
const CUT_ESCAPE = /(?:%(?:25)?[\da-fA-F]?|\\{1,2}(?:[ux][\da-fA-F]{0,3})?|&[#\w]{0,5})$/

/** Whether an excerpt may begin or end here: at a quotation mark, an ellipsis, or the end of the text. */
function isCut(text: string, at: number, length: number): boolean {
  const after = text.slice(at + length, at + length + 1)
  return at === 0 || after === '' || /["'`…]/.test(text.charAt(at - 1) + after)
}
