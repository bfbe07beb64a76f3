import { expect, test } from 'vitest'
import { answerExcerpt } from './answerExcerpt.ts'

test('of a long answer the beginning is shown, and how much is left', () => {
  const head = ['HTTP/1.1 200 OK', ...Array.from({ length: 12 }, (_, index) => `X-${index}: y`)]
  const body = Array.from({ length: 30 }, (_, index) => `line ${index}`)
  expect(answerExcerpt([...head, '', ...body].join('\n'), 80)).toEqual([
    ...head.slice(0, 8),
    '… 5 more header lines',
    '',
    ...body.slice(0, 6),
    '… 24 more lines',
  ])
})

test('a long line is cut', () => {
  expect(answerExcerpt(`HTTP/1.1 200 OK\n\n[${'x'.repeat(100)}]`, 20)).toEqual([
    'HTTP/1.1 200 OK',
    '',
    `[${'x'.repeat(18)}…`,
  ])
})

test('an answer without a body is its head, and no answer is its reason', () => {
  expect(answerExcerpt('HTTP/1.1 204 No Content\n\n', 80)).toEqual(['HTTP/1.1 204 No Content'])
  expect(answerExcerpt('no answer within 5000 ms', 80)).toEqual(['no answer within 5000 ms'])
})
