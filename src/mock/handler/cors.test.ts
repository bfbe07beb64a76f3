import { expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { readBuiltIn } from '../fixtures/readBuiltIn.testing.ts'
import { type Cors, corsHeaders } from './cors.ts'

const data = readBuiltIn()
const app = 'https://app.example.com'

function fieldsOf(cors: Cors, origin: string | undefined, target = '/plants', method = 'GET') {
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
  'an origin on the list may read %s with credentials, and no other may',
  (target) => {
    const listed = fieldsOf([app, 'http://localhost:5173'], app, target)
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
      const other = fieldsOf([app], origin, target)
      expect(other).not.toHaveProperty('access-control-allow-origin')
      expect(other).not.toHaveProperty('access-control-allow-credentials')
      expect(other.vary).toBe('Origin')
    }
  },
)

test('with * any origin may read, without credentials', () => {
  const fields = fieldsOf('*', app)
  expect(fields['access-control-allow-origin']).toBe('*')
  expect(fields).not.toHaveProperty('access-control-allow-credentials')
})

test('a preflight is answered with the same origins', () => {
  const fields = fieldsOf([app], app, '/plants', 'OPTIONS')
  expect(fields['access-control-allow-origin']).toBe(app)
  expect(fields['access-control-allow-headers']).toBe('Authorization')
  expect(fieldsOf([app], 'https://evil.example', '/plants', 'OPTIONS')).not.toHaveProperty(
    'access-control-allow-origin',
  )
})

test('switched off, there is none of it', () => {
  expect(corsHeaders('off', { origin: app })).toEqual([])
})
