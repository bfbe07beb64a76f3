import { expect, test } from 'vitest'
import { responseExcerpt } from './responseExcerpt.ts'

test('shows the start of a long response, and how many lines follow', () => {
  const head = ['HTTP/1.1 200 OK', ...Array.from({ length: 12 }, (_, index) => `X-${index}: y`)]
  const body = Array.from({ length: 30 }, (_, index) => `line ${index}`)
  expect(responseExcerpt([...head, '', ...body].join('\n'), 80)).toEqual([
    ...head.slice(0, 8),
    '… 5 more header lines',
    '',
    ...body.slice(0, 6),
    '… 24 more lines',
  ])
})

test('shortens a long line', () => {
  expect(responseExcerpt(`HTTP/1.1 200 OK\n\n[${'x'.repeat(100)}]`, 20)).toEqual([
    'HTTP/1.1 200 OK',
    '',
    `[${'x'.repeat(18)}…`,
  ])
})

test('shows the head of a response without a body, or why there was no response', () => {
  expect(responseExcerpt('HTTP/1.1 204 No Content\n\n', 80)).toEqual(['HTTP/1.1 204 No Content'])
  expect(responseExcerpt('no response within 5000 ms', 80)).toEqual(['no response within 5000 ms'])
})
