import { deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testExchange } from './exchange.testing.ts'
import type { Response } from './exchange.ts'
import { createMasker } from './mask.ts'
import { buildRequest, buildResponse, findPlace, locateError } from './message.ts'
import type { MessageBody } from './report.ts'

const mask = createMasker(['secret-token'])

const build = (response: Partial<Response>) => buildResponse(testExchange({}, response).response, mask)

test('decodes a body with a content coding, and names the coding', () => {
  const body = gzipSync('[]')
  expect(build({ body, fields: [['Content-Encoding', 'gzip']] }).body).toEqual({ text: '[]', coding: 'gzip' })
  const plain = build({ body: Buffer.from('[]'), fields: [['Content-Encoding', 'gzip']] })
  expect(plain.body).toEqual({ text: '[]' })
})

test('keeps the first 64 KiB of a body, in whole characters', () => {
  const message = build({ body: Buffer.from('ü'.repeat(100_000)) })
  expect(message).toMatchObject({ body: { text: 'ü'.repeat(32 * 1024) }, bodyBytes: 200_000 })
})

test('masks secrets in heads and bodies', () => {
  const message = build({
    headerLines: ['X: secret-token', 'Set-Cookie: id=1\r2', 'Set-Cookie: 1'],
    body: Buffer.from('["secret-token"]'),
  })
  expect(message).toMatchObject({
    head: 'HTTP/1.1 200\r\nX: ***\r\nSet-Cookie: id=***\r\nSet-Cookie: ***\r\n\r\n',
    body: { text: '["***"]' },
  })
  expect(build({ body: Buffer.from('\xffsecret-token', 'latin1') }).body).toEqual({ base64: '/yoqKg==' })
  const cut = gzipSync('["secret-token", "secret-token"]').subarray(0, -9)
  for (const fields of [[], [['Content-Encoding', 'gzip']], [['Content-Encoding', 'x']]] as const)
    expect(build({ body: cut, fields }).body).toEqual({ text: '["***", "***"]' })
  expect(build({ body: deflateSync('secret-token') }).body).toEqual({ base64: 'eJwrTk0uSi3RLQ==' })
})

test('names the credentials of a request instead of showing them', () => {
  const { probe } = testExchange()
  const request = Buffer.from(
    'GET / HTTP/1.1\r\nauthorization: Bearer secret-token\r\nCookie: a=b\r\nX: secret-token\r\n\r\n',
  )
  expect(buildRequest(request, probe, mask)).toEqual({
    head: 'GET / HTTP/1.1\r\nauthorization: (the token)\r\nCookie: a=***\r\nX: ***\r\n\r\n',
  })
})

const HEAD = 'HTTP/1.1 404 Not Found\r\nVary: a\r\nContent-Length: 2\r\nvary: b\r\n\r\n'

function find(pointer: string, body: MessageBody = { text: '[{"name":null}]' }) {
  const place = findPlace(pointer, { head: HEAD, body })
  if (!place) return undefined
  const text = place.part === 'head' ? HEAD : 'text' in body ? body.text : ''
  return [place.part, text.slice(place.offset, place.offset + place.length)]
}

test('finds the status, and the last of several headers with the same name', () => {
  expect(find('status')).toEqual(['head', '404'])
  expect(find('Vary')).toEqual(['head', 'vary: b'])
  expect(find('Allow')).toBeUndefined()
})

test('finds a value in the body, or the place where the body is not JSON', () => {
  expect(find('/0/name')).toEqual(['body', 'null'])
  expect(find('', { text: '[{"name":"a",}]' })).toEqual(['body', '}'])
  expect(find('', { text: '[1,]' })).toEqual(['body', ']'])
  expect(find('')).toBeUndefined()
})

test('finds a value in JSON that is cut off', () => {
  const text = `[{"name":null},${'{"name":"a"},'.repeat(1_000)}{"na`
  expect(find('/0/name', { text })).toEqual(['body', 'null'])
  expect(find('/5000/name', { text })).toBeUndefined()
})

test('shows the bytes around an error in a body, without secrets', () => {
  const excerpt = (pointer: string, text: string, different: Partial<Response> = {}) => {
    const { response, ...exchange } = testExchange({}, { body: Buffer.from(text), ...different })
    const message = buildResponse(response, mask)
    return locateError({ ...exchange, response }, pointer, message, mask).bytes
  }
  expect(excerpt('', '["ü",]')).toEqual({ text: '["\xc3\xbc",]', offset: 6, length: 1 })
  const cut = { anomalies: [{ code: 'body-short', detail: '' }] } as const
  const text = `["secret-token"${' '.repeat(30)}`
  expect(excerpt('message', text, cut)).toEqual({ text: `["***"${' '.repeat(30)}`, offset: 36, length: 0 })
  expect(excerpt('message', text)).toBeUndefined()
})
