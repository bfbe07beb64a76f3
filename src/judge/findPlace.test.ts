import { expect, test } from 'vitest'
import { findPlace } from './message.ts'
import type { MessageBody } from './report.ts'

const HEAD = 'HTTP/1.1 404 Not Found\r\nVary: a\r\nContent-Length: 2\r\nvary: b\r\n\r\n'

function find(pointer: string, body: MessageBody = { text: '[{"name":null}]' }) {
  const place = findPlace(pointer, { head: HEAD, body })
  if (!place) return undefined
  const text = place.part === 'head' ? HEAD : 'text' in body ? body.text : ''
  return [place.part, text.slice(place.offset, place.offset + place.length)]
}

test('finds the status, and the last header with a name', () => {
  expect(find('status')).toEqual(['head', '404'])
  expect(find('Vary')).toEqual(['head', 'vary: b'])
  expect(find('Allow')).toBeUndefined()
})

test('finds a value of the body, or where it is not JSON', () => {
  expect(find('/0/name')).toEqual(['body', 'null'])
  expect(find('', { text: '[{"name":"a",}]' })).toEqual(['body', '}'])
  expect(find('', { text: '[1,]' })).toEqual(['body', ']'])
  expect(find('')).toBeUndefined()
})

test('finds a value of a text that is cut off', () => {
  const text = `[{"name":null},${'{"name":"a"},'.repeat(1_000)}{"na`
  expect(find('/0/name', { text })).toEqual(['body', 'null'])
  expect(find('/5000/name', { text })).toBeUndefined()
})
