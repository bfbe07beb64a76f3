import { expect, test } from 'vitest'
import type { Evidence, MessageBody } from '../../judge/evidence/evidence.ts'
import { failed } from '../sampleReports.test-data.ts'
import { escapeReport } from '../text/escapeReport.ts'
import { responseExcerpt } from './responseExcerpt.ts'

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nServer: x\r\n\r\n'
const PLANTS = '[{"name":"Aloe vera"},{"name":null},{"name":"Ficus"}]'

function show(body: MessageBody, different: Partial<Evidence>, { pointer = '', width = 60 } = {}): string[] {
  const [sample] = failed.evidence
  if (!sample) throw new Error('no sample')
  const { place: _place, bytes: _bytes, ...rest } = sample
  const response = { head: HEAD, body, bodyBytes: 53 }
  const steps = [{ probe: 'x', request: { head: '' }, response, connection: 1 }]
  return responseExcerpt(escapeReport({ ...rest, steps, ...different }), { pointer, actual: '' }, width)
}

test('marks the wrong place in a body', () => {
  const place = { part: 'body', offset: 31, length: 4 } as const
  expect(show({ text: PLANTS }, { place })).toEqual([
    'HTTP/1.1 200 OK · text/plain · 53 bytes',
    PLANTS,
    '                               ^^^^',
  ])
  expect(show({ text: PLANTS }, { place }, { width: 24 })).toEqual([
    'HTTP/1.1 200 OK · text/…',
    '…{"name":null},{"name":…',
    '          ^^^^',
  ])
})

test('marks a wide character where the reader sees it', () => {
  const text = '[{"name":"蘭👩‍🌾","tag":1}]'
  const place = { part: 'body', offset: text.indexOf('1'), length: 1 } as const
  const [, line = '', caret = ''] = show({ text }, { place })
  expect(line).toBe(text)
  // Two columns for each of the two.
  expect(caret).toBe(`${' '.repeat('[{"name":"1234","tag":'.length)}^`)
})

test('marks a header, with its status line and the body', () => {
  const place = { part: 'head', offset: 17, length: 24 } as const
  expect(show({ text: '[]' }, { place }, { pointer: 'Content-Type' })).toEqual([
    'HTTP/1.1 200 OK',
    'Content-Type: text/plain',
    '^^^^^^^^^^^^^^^^^^^^^^^^',
    '[]',
  ])
})

test('shows the headers that a wrong one contradicts', () => {
  const head = (...lines: string[]) => `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`
  const shown = (wrong: string, ...lines: string[]) => {
    const text = head(...lines)
    const place = { part: 'head', offset: text.lastIndexOf(wrong), length: wrong.length } as const
    const response = { head: text, bodyBytes: 0 }
    const steps = [{ probe: 'x', request: { head: '' }, response, connection: 1 }]
    return show({ text: '' }, { place, steps }, { pointer: 'Content-Length' })
  }
  expect(shown('Content-Length: 9', 'Transfer-Encoding: chunked', 'Server: x', 'Content-Length: 9')).toEqual([
    'HTTP/1.1 200 OK',
    'Transfer-Encoding: chunked',
    'Content-Length: 9',
    '^^^^^^^^^^^^^^^^^',
  ])
  const origin = 'Access-Control-Allow-Origin: *'
  expect(shown(origin, 'Server: x', origin, 'Access-Control-Allow-Credentials: true')).toEqual([
    'HTTP/1.1 200 OK',
    origin,
    '^'.repeat(origin.length),
    'Access-Control-Allow-Credentials: true',
  ])
})

test('marks a status', () => {
  const place = { part: 'head', offset: 9, length: 3 } as const
  expect(show({ text: '[]' }, { place }, { pointer: 'status' })).toEqual([
    'HTTP/1.1 200 OK',
    '         ^^^',
    '[]',
  ])
})

test('shows the bytes around an error in the framing, with their line ends', () => {
  const bytes = { text: '3\r\n[1]2]\r\n', offset: 6, length: 2 }
  expect(show({ text: '[1]' }, { bytes })).toEqual([
    'HTTP/1.1 200 OK · text/plain · 53 bytes',
    String.raw`3\r\n[1]2]\r\n`,
    '        ^^',
  ])
})

test('shows 16 bytes of a body that is not text', () => {
  const base64 = Buffer.from('[{"name":"Alo\xeb vera"}]', 'latin1').toString('base64')
  expect(show({ base64 }, { place: { part: 'body', offset: 13, length: 1 } })).toEqual([
    'HTTP/1.1 200 OK · text/plain · 53 bytes',
    '6d 65 22 3a 22 41 6c 6f eb 20 76 65 72 61 22 7d   me":"Alo. vera"}',
    `${' '.repeat(24)}^^ byte 13 of the body`,
  ])
})

test('shows the headers if one is missing, and the start of the body otherwise', () => {
  expect(show({ text: '[]' }, {}, { pointer: 'Allow' })).toEqual([
    'HTTP/1.1 200 OK · text/plain · 53 bytes',
    'Content-Type: text/plain',
    'Server: x',
  ])
  expect(show({ text: `[${'1,'.repeat(500)}` }, {}, { width: 20 })).toEqual([
    'HTTP/1.1 200 OK · t…',
    '[1,1,1,1,1,1,1,1,1,…',
  ])
})

test('says why there is no response', () => {
  const steps = [{ probe: 'x', request: { head: '' }, failure: 'reset', connection: 1 }]
  expect(show({ text: '' }, { steps })).toEqual(['(reset)'])
})
