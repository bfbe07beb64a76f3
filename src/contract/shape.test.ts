import { expect, test } from 'vitest'
import { InputError, list, mapOf, object, oneOf, optional, text, wholeNumber } from './shape.ts'

const shape = object({
  name: text(),
  size: optional(wholeNumber(1, 10)),
  kind: optional(oneOf(['tree', 'herb', 'fern']), 'tree'),
  tags: optional(list(text('a tag'), 'a list of tags')),
  shares: optional(mapOf(wholeNumber(0, 1), 'a map from names to shares')),
})

function catchError(value: unknown): InputError {
  try {
    shape(value, '')
  } catch (error) {
    if (error instanceof InputError) return error
    throw error
  }
  throw new Error('expected an InputError')
}

test('returns the value with its type and its defaults', () => {
  const value = { name: 'Oak', size: 3, tags: ['a'], shares: { x: 1 } }
  expect(shape(value, '')).toEqual({ ...value, kind: 'tree', shares: new Map([['x', 1]]) })
  expect(shape({ name: 'Oak', size: undefined }, '')).toStrictEqual({ name: 'Oak', kind: 'tree' })
})

test.each([
  [null, '', 'expected a map with name, size, kind, tags and shares, got nothing'],
  [{}, '/name', 'name: expected text, got nothing'],
  [{ name: 5 }, '/name', 'name: expected text, got 5'],
  [{ name: 'a', size: 1.5 }, '/size', 'size: expected a whole number from 1 to 10, got 1.5'],
  [{ name: 'a', tags: ['b', {}] }, '/tags/1', 'tags[1]: expected a tag, got an object'],
  [
    { name: 'a', shares: { 'x/y': 2 } },
    '/shares/x~1y',
    'shares.x/y: expected a whole number from 0 to 1, got 2',
  ],
  [{ name: 'a', nmae: 'b' }, '/nmae', 'unknown name "nmae"; did you mean name?'],
  [JSON.parse('{"__proto__": 1}'), '/__proto__', 'unknown name "__proto__"'],
])('rejects %j at "%s": %s', (value, pointer, message) => {
  const error = catchError(value)
  expect(error.pointer).toBe(pointer)
  expect(error.message).toContain(message)
})

test('has a message that does not repeat the value', () => {
  expect(catchError({ name: 'a', kind: 's3cret' }).redacted).toBe(
    'kind: expected tree, herb or fern, got a string',
  )
})
