import { deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readContract } from '../contract/readContract.ts'
import { testExchange, testProbe } from '../judge/exchange.testing.ts'
import type { Exchange } from '../judge/exchange.ts'
import type { Transcript } from '../judge/transcript.ts'
import { readHar, writeHar } from './har.ts'

test('an archive contains no token or session, and keeps all lengths', () => {
  const setCookie = 'sid=s3ss10n-of-alice; Path=/'
  const credential = { kind: 'none', label: 'no token', fields: [] } as const
  const probe = testProbe({ credential, fields: [['Cookie', 'sid=s3ss10n-of-alice']] })
  const exchange = {
    ...testExchange(
      { probe },
      {
        fields: [['Set-Cookie', setCookie]],
        headerLines: [`Set-Cookie: ${setCookie}`],
        body: Buffer.from('["s3cr3t-t0ken"]'),
        statusLine: 'HTTP/1.1 200 s3cr3t-t0ken',
        reason: 's3cr3t-t0ken',
      },
    ),
    request: Buffer.from('GET /plants HTTP/1.1\r\nCookie: sid=s3ss10n-of-alice\r\n\r\n'),
  }
  const text = writeText([exchange])
  const [saved] = readHar(text).transcript.exchanges
  for (const secret of ['s3ss10n', 's3cr3t']) {
    expect(text).not.toContain(secret)
    expect(JSON.stringify([String(saved?.request), String(saved?.response?.body)])).not.toContain(secret)
  }
  expect(saved?.request).toHaveLength(exchange.request.length)
  expect(saved?.response?.body).toHaveLength(16)
  expect(saved?.response?.fields).toEqual([['Set-Cookie', `sid=${'*'.repeat(setCookie.length - 4)}`]])
})

test.each([
  'Set-Cookie: session={"user": "s3ss10n"}',
  'Set-Cookie: s3ss10n; Path=/',
  'Set-Cookie: a=1; Path=/, session=s3ss10n',
  'Set-Cookie:\tsid=s3ss10n',
  'Set-Cookie: a=1;\r\n\tsid=s3ss10n',
  'Set-Cookie : sid=s3ss10n',
  'X: 1\rSet-Cookie: sid=s3ss10n',
])('an archive does not contain the cookie in %j', (line) => {
  const fields = [['Set-Cookie', line.slice('Set-Cookie:'.length).trim()]] as const
  const text = writeText([testExchange({}, { headerLines: [line], fields })])
  expect(text).not.toContain('s3ss10n')
  expect(readHar(text).transcript.exchanges[0]?.response?.headerLines[0]).toHaveLength(line.length)
})

test.each([
  { route: '--proxy http://proxy.example:3128; touch x' },
  { route: '--config /tmp/curl.conf' },
  { shell: 'Bearer $(touch x)' },
  { route: ['--insecure', '; touch x'] },
  { name: 'X-$(touch x)' },
])(
  'an archive with a command that is not from the kit is refused: %j',
  ({ route, shell = '', name = 'X' }) => {
    const fields = [{ name, value: 'Bearer x', shell }]
    const probe = testProbe({ credential: { kind: 'bad', label: 'x', fields } })
    const text = writeText([testExchange({ probe })], { route })
    expect(() => readHar(text)).toThrow('expected an archive from the kit, got one with other text in')
  },
)

test('an archive saves a long body only once, and omits compressed bodies that contain a secret or are too long', () => {
  const bodies = [
    Buffer.alloc(2 ** 20, '1,'),
    ...['1,'.repeat(2 ** 20), '["s3cr3t-t0ken"]', '1'.repeat(13 * 2 ** 20)].map((body) => gzipSync(body)),
    gzipSync('["s3cr3t-t0ken"]').subarray(0, -9),
  ]
  const fields = [['Content-Encoding', 'gzip']] as const
  const exchanges = bodies.map((body, index) => testExchange({}, { body, ...(index > 0 && { fields }) }))
  const text = writeText([...exchanges, ...exchanges, ...exchanges])
  expect(text.length).toBeLessThan(2 ** 21)
  const saved = readHar(text).transcript.exchanges.map(({ response }) => response?.body)
  expect(saved.slice(5, 10).map((body) => body?.length)).toEqual([2 ** 20, bodies[1]?.length, 0, 0, 27])
  expect(saved[9]?.subarray(10)).toEqual(Buffer.alloc(17))
})

test('an archive does not keep compressed data after other data, or without Content-Encoding', () => {
  const secret = '["s3cr3t-t0ken"]'
  const fields = [['Content-Encoding', 'gzip']] as const
  const later = Buffer.concat([gzipSync('hello'), Buffer.alloc(1), gzipSync(secret)])
  const levels = [1, 5, 9].map((level) => testExchange({}, { body: deflateSync(secret, { level }) }))
  const text = writeText([testExchange({}, { body: later, fields }), ...levels])
  for (const { response } of readHar(text).transcript.exchanges)
    expect(response?.body.subarray(10).every((byte) => byte === 0)).toBe(true)
})

test('a secret in UTF-16 is replaced with a placeholder in UTF-16', () => {
  const body = Buffer.from('["s3cr3t-t0ken"]', 'utf16le')
  const [saved] = readHar(writeText([testExchange({}, { body })])).transcript.exchanges
  expect(saved?.response?.body.toString('utf16le')).toMatch(/^\["[\da-z]-masked-[\da-z]-m"\]$/)
})

test('an archive is not much longer than the headers that it saves', () => {
  const value = `é${'\0'.repeat(60_000)}`
  const exchange = testExchange({}, { fields: [['X', value]], headerLines: [`X: ${value}`] })
  const text = writeText([exchange])
  expect(text.length).toBeLessThan(4 * value.length)
  expect(readHar(text).transcript.exchanges[0]?.response).toEqual(exchange.response)
})

function writeText(exchanges: readonly Exchange[], more = {}): string {
  const options = { token: 's3cr3t-t0ken', secrets: ['s3cr3t-of-the-server'], ...more }
  const transcript = { exchanges, facts: [], engines: [], options }
  const started = { startedAt: new Date(0).toISOString(), kit: { name: 'kit', version: '1' } }
  const all = { ...transcript, ...started } as unknown as Transcript
  return [...writeHar(all, readContract().sha256)].join('')
}
