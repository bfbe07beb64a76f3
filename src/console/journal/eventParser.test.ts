import { expect, test } from 'vitest'
import { createEventParser } from './eventParser.ts'

const TEXT = ': hi\n\nevent: request\ndata: {"id":1}\n\ndata:two\ndata: lines\n\nevent: reset\ndata: {}\n\n'
const EVENTS = [
  { name: 'request', data: '{"id":1}' },
  { name: 'message', data: 'two\nlines' },
  { name: 'reset', data: '{}' },
]

test('parses the same events however the stream is split', () => {
  for (let size = 1; size <= TEXT.length; size++) {
    const parse = createEventParser()
    const pieces = Array.from({ length: Math.ceil(TEXT.length / size) }, (_, index) =>
      TEXT.slice(index * size, (index + 1) * size),
    )
    expect(pieces.flatMap(parse)).toEqual(EVENTS)
  }
})

test('accepts CRLF line ends', () => {
  expect(createEventParser()(TEXT.replaceAll('\n', '\r\n'))).toEqual(EVENTS)
})

test('ignores an event without data', () => {
  expect(createEventParser()('event: nothing\n\n')).toEqual([])
})
