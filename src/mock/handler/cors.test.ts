import { expect, test } from 'vitest'
import { createCore, ownHeaders } from '../core.ts'
import { readBuiltIn } from '../fixtures/readBuiltIn.testing.ts'
import { type Cors, corsHeaders } from './cors.ts'

const data = await readBuiltIn()
const app = 'https://app.example.com'

function requestHeadersFrom(cors: Cors, origin: string | undefined, target = '/plants', method = 'GET') {
  const { headers } = createCore(data, { cors }).answer({
    method,
    target,
    headers: { origin, ...(method === 'OPTIONS' && { 'access-control-request-method': 'GET' }) },
  })
  return Object.fromEntries(
    headers.flatMap((name, i) => (i % 2 ? [] : [[name.toLowerCase(), headers[i + 1]]])),
  )
}

test.each(['/plants', '/nowhere', '/plants?__code=500', '/plants?__fault=TRUNCATED_BODY'])(
  'only listed origins can read %s, with credentials',
  (target) => {
    const listed = requestHeadersFrom([app, 'http://localhost:5173'], app, target)
    expect(listed['access-control-allow-origin']).toBe(app)
    expect(listed['access-control-allow-credentials']).toBe('true')
    expect(listed['access-control-expose-headers']).toContain('X-Plant-Store-Rule')
    expect(listed.vary).toBe('Origin')
    for (const origin of [
      'https://evil.example',
      'https://app.example.com.evil.example',
      'null',
      undefined,
    ]) {
      const other = requestHeadersFrom([app], origin, target)
      expect(other).not.toHaveProperty('access-control-allow-origin')
      expect(other).not.toHaveProperty('access-control-allow-credentials')
      expect(other.vary).toBe('Origin')
    }
  },
)

test('with *, all origins can read, without credentials', () => {
  const fields = requestHeadersFrom('*', app)
  expect(fields['access-control-allow-origin']).toBe('*')
  expect(fields).not.toHaveProperty('access-control-allow-credentials')
})

test('preflights use the same list of origins', () => {
  const fields = requestHeadersFrom([app], app, '/plants', 'OPTIONS')
  expect(fields['access-control-allow-origin']).toBe(app)
  expect(fields['access-control-allow-headers']).toBe('Authorization')
  expect(requestHeadersFrom([app], 'https://evil.example', '/plants', 'OPTIONS')).not.toHaveProperty(
    'access-control-allow-origin',
  )
})

test('off sends no CORS headers', () => {
  expect(corsHeaders('off', { origin: app })).toEqual([])
})

test('pages can read every header that explains a response', () => {
  const own = ownHeaders(
    { status: 200, headers: [], body: new Uint8Array(), rule: 'a', hint: 'b' },
    { applied: ['c'], violations: ['e'] },
  )
  const names = own.filter((_, index) => index % 2 === 0)
  const sent = corsHeaders('*', {})
  const exposed = sent[sent.indexOf('Access-Control-Expose-Headers') + 1]?.split(', ')
  expect(names).toHaveLength(4)
  expect(exposed).toEqual(expect.arrayContaining(names))
})
