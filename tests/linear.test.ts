import { expect, test } from 'vitest'
import { expectLinear } from '../src/judge/linear.testing.ts'
import { judgeResponse, readers, sameHeaders } from './foreignText.testing.ts'

test.each(Object.entries(readers))('the time to read %s is linear', (_name, { read, units }) => {
  for (const unit of units) expectLinear(unit, read)
})

test.each([200, 206, 400, 401, 429, 500])('the time to judge the headers of a %i is linear', (status) => {
  for (const unit of [' ', '\t', ',', ', ', 'a', '1', '"', 'a=', ';', '-', '/', '\u00a0'])
    expectLinear(unit, (text) => judgeResponse({ status, fields: sameHeaders(`a${text}b`) }))
})

test('a body with a million violations takes little memory', () => {
  const before = process.memoryUsage().heapUsed
  judgeResponse({
    fields: [['Content-Type', 'application/json']],
    body: Buffer.from(`[${'1,'.repeat(2 ** 20)}1]`),
  })
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 2 ** 20)
})
