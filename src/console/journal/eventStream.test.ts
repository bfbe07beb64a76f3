import { expect, test } from 'vitest'
import { eventStream } from './eventStream.ts'

const TEXT = ': hi\n\nevent: request\ndata: {"id":1}\n\ndata:two\ndata: lines\n\nevent: reset\ndata: {}\n\n'
const EVENTS = [
  { name: 'request', data: '{"id":1}' },
  { name: 'message', data: 'two\nlines' },
  { name: 'reset', data: '{}' },
]

test('events are read however the stream is cut into pieces', () => {
  for (let size = 1; size <= TEXT.length; size++) {
    const read = eventStream()
    const pieces = Array.from({ length: Math.ceil(TEXT.length / size) }, (_, index) =>
      TEXT.slice(index * size, (index + 1) * size),
    )
    expect(pieces.flatMap(read)).toEqual(EVENTS)
  }
})

test('lines may end as they do on any system', () => {
  expect(eventStream()(TEXT.replaceAll('\n', '\r\n'))).toEqual(EVENTS)
})

test('an event without data is none', () => {
  expect(eventStream()('event: nothing\n\n')).toEqual([])
})
