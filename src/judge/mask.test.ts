import { expect, test } from 'vitest'
import { createCredentials } from '../../contract-tests/plan/credentials.ts'
import { createMasker, listSecrets } from './mask.ts'

test('masks secrets anywhere, also if one secret starts with another', () => {
  const mask = createMasker(['secret-token', 'secret-token-2', ''])
  expect(mask('xsecret-token-2y secret-token')).toBe('x***y ***')
})

test('masks a short secret only where it stands alone', () => {
  const mask = createMasker(['any', 'a.c+'])
  expect(mask('Bearer any: many plants, any-thing, abcc, a.c+, ANY\\nany\\t')).toBe(
    'Bearer ***: many plants, any-thing, abcc, ***, ***\\n***\\t',
  )
})

const tokens = [
  'Zm9v+YmFy/cXV4~4711==',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl_-x',
  `a!"#$%&'()*+,-./:;<=>?@[\\]^_{|}~z`,
  'café-and-crème',
  '100%2Bof&amp;it',
]

const base64 = (text: string) => Buffer.from(text).toString('base64')
const base64Url = (text: string) => Buffer.from(text).toString('base64url')
const percent = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\w.~-]/g, (one) => `%${hex(one)}`)
const html = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0')

const encodings: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'percent-encoded, in lower case': percent,
  'percent-encoded, in upper case': (text) => percent(text).replaceAll(/%../g, (one) => one.toUpperCase()),
  'percent-encoded by encodeURIComponent': encodeURIComponent,
  'percent-encoded twice': (text) => encodeURIComponent(percent(text)),
  'percent-encoded six times': (text) => percent(text).replaceAll('%', `%${'25'.repeat(5)}`),
  'as a JSON string': (text) => JSON.stringify(text),
  'as a JSON string of PHP': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
  'as a JSON string with codes': (text) => text.replaceAll(/\W/g, (one) => `\\u00${hex(one)}`),
  'as JSON in JSON': (text) => JSON.stringify(JSON.stringify({ text })),
  'escaped in hexadecimal': (text) => text.replaceAll(/\W/g, (one) => `\\x${hex(one).toUpperCase()}`),
  'escaped as HTML': html,
  'escaped as HTML four times, in a URL in JSON': (text) =>
    JSON.stringify(encodeURIComponent(html(html(html(html(text)))))),
  'in UTF-16': (text) => Buffer.from(text, 'utf16le').toString('latin1'),
  'in UTF-16 with the high byte first': (text) => Buffer.from(text, 'utf16le').swap16().toString('latin1'),
  'with percent-encoding in UTF-16': (text) => Buffer.from(percent(text), 'utf16le').toString('latin1'),
  'escaped as HTML with decimal codes': (text) => text.replaceAll(/\W/g, (one) => `&#${one.charCodeAt(0)};`),
  'escaped as HTML with hexadecimal codes': (text) => text.replaceAll(/\W/g, (one) => `&#X${hex(one)};`),
  'as HTML with zeros and no semicolons': (text) => text.replaceAll(/./g, (one) => `&#x000${hex(one)}`),
  'in base64': base64,
  'in base64 twice': (text) => base64(base64(text)),
  'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
  'in base64, after Bearer': (text) => base64(`Bearer ${text}`),
  'in base64url, after Bearer': (text) => base64Url(`Bearer ${text}`),
  'in base64 in a URL': (text) => encodeURIComponent(base64(text)),
  'in base64 as the password of a user': (text) => base64(`user:${text}`),
  'in base64url within JSON': (text) =>
    base64Url(JSON.stringify({ kid: 1, sub: 'me', token: text })).replaceAll('=', ''),
  'in a URL in JSON': (text) => JSON.stringify({ url: `https://a.test/?t=${encodeURIComponent(text)}&b=1` }),
}

test.each(Object.entries(encodings))('masks a secret %s', (name, encode) => {
  for (const token of tokens) {
    // A token with JSON escapes has a different base64 encoding.
    if (name.includes('within JSON') && JSON.stringify(token) !== `"${token}"`) continue
    const mask = createMasker([token])
    const masked = mask(`before ${encode(token)} after`)
    expect(masked, token).toMatch(/^before .*\*\*\*.* after$/)
    for (const piece of splitText(encode(token))) {
      // The base64 that remains encodes the text around the token.
      if (!encode('').includes(piece) && !encode('other').includes(piece)) expect(masked).not.toContain(piece)
    }
  }
})

/** Parts that are long enough to reveal something. */
function splitText(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 12) }, (_, index) => text.slice(index, index + 12))
}

test('masks any eight characters of a secret, also in other spellings', () => {
  const mask = createMasker(['Zq9+qwerty/uiop~4711-xyz==', '4711-secret-token-4711'])
  expect(mask('got "secret-token" at 7, …ret-token-4711 and a=-secret-')).toBe(
    'got "***" at 7, …*** and a=***',
  )
  expect(mask('a secret for all, "secret-lies"')).toBe('a secret for all, "secret-lies"')
  const encoded = base64('user:Zq9+qwerty/uiop~4711-xyz==')
  expect(mask(`got "${encoded.slice(0, 20)}" at 7`)).toMatch(/^got "dXNlcjp?\*\*\*" at 7$/)
  expect(mask('Zq9%2Bqwerty%2Fui… and "a=Zq9\\u002bqwerty\\u002fui\\u007"')).toBe('***… and "a=***\\u007"')
})

test('leaves escapes outside secrets as they are', () => {
  const mask = createMasker(['secret-token-4711', 'any'])
  for (const text of [
    '100 % of a%20b &amp; \\u0061 \\"x\\"',
    'm%61ny',
    base64('many other things'),
    'secret%2Dlies',
  ])
    expect(mask(text)).toBe(text)
  expect(mask('a%20secret%2Dtoken%2D4711%20b')).toBe('a%20***%20b')
})

test("a run's secrets include its tokens and secret headers", () => {
  const headers = [
    ['X-Api-Key', 'key-1'] as const,
    ['Accept', 'x'] as const,
    ['Accept-Key', 'key-2'] as const,
  ]
  const otherToken = ['token-bob', 'token-carol']
  expect(listSecrets({ token: 'token-alice', otherToken, headers })).toEqual([
    'token-alice',
    'tokenAalice',
    'TOKEN-ALICE',
    'token-bob',
    'token-carol',
    'key-1',
    'key-2',
  ])
})

test.each(['a-token-of-some-length=', 'token-of-alice', 'token-alice'])(
  'masks every long credential that is derived from %s',
  (token) => {
    const { valid, forms, bad } = createCredentials({ token })
    const mask = createMasker(listSecrets({ token }))
    for (const { fields } of [valid, ...forms.values(), ...bad.values()])
      for (const { value, shell } of fields)
        if (value !== shell && value.length > 'Bearer '.length + 8)
          for (const form of [value, base64(value.slice(7))]) expect(mask(form), value).toMatch(/^.{0,11}\*/)
  },
)

test('a password in a URL is masked both as written and percent-decoded', () => {
  const mask = createMasker(listSecrets({ proxy: 'http://bob:p%C3%A9r0xyP%C3%A9a55Word@proxy.test' }))
  expect(mask('pér0xyPéa55Word p%C3%A9r0xyP%C3%A9a55Word p%c3%a9r0xyP%c3%a9a55Word')).toBe('*** *** ***')
})

test('passwords and cookies in secret headers, and the password of a proxy, are masked', () => {
  const headers = [
    ['Proxy-Authorization', `Basic ${base64('kit:pass=word-1')}`] as const,
    ['Cookie', 'a=1; session=abcd-efgh'] as const,
    ['Referer', 'https://me:r3f@a.example/'] as const,
  ]
  const mask = createMasker(listSecrets({ headers, proxy: 'http://user:proxy%2Dword@proxy.test' }))
  expect(
    mask('user kit, password pass=word-1, cookie abcd%2defgh, a=1, proxy%2Dword proxy-word r3f me'),
  ).toBe('user kit, password ***, cookie ***, a=1, *** *** *** me')
})

test('a token that is a word of every report is not masked', () => {
  expect(listSecrets({ token: 'token', otherToken: ['plants', 'tokens'] })).toEqual(['tokens'])
})
