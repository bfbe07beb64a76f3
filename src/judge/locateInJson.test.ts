import { expect, test } from 'vitest'
import { locateInJson } from './locateInJson.ts'

function find(text: string, pointer: string): string {
  const { offset, length } = locateInJson(text, pointer)
  return text.slice(offset, offset + length)
}

test('finds values of every kind', () => {
  const text = ' [ {"a" : "x\\"]" , "b/c":[1, -2.5e3 ,null]}, {"a":{"d":true}} ] '
  expect(find(text, '')).toBe(text.trim())
  expect(find(text, '/0/a')).toBe('"x\\"]"')
  expect(find(text, '/0/b~1c/1')).toBe('-2.5e3')
  expect(find(text, '/0/b~1c/2')).toBe('null')
  expect(find(text, '/1/a/d')).toBe('true')
  expect(find(text, '/1')).toBe('{"a":{"d":true}}')
})

test('finds a member by its name, however it is escaped', () => {
  expect(find('{"n\\u0061me":1}', '/name')).toBe('1')
})

test('finds the value around one that is missing', () => {
  expect(find('[{"tag":"house"}]', '/0/name')).toBe('{"tag":"house"}')
  expect(find('[1,2]', '/7')).toBe('[1,2]')
})

test('accepts a text that is cut off anywhere', () => {
  const text = '[{"name":"Aloe vera","tags":["a",{"b":null}]},{"name":"Ficus"}]'
  for (let length = 0; length < text.length; length += 1) {
    const { offset, length: found } = locateInJson(text.slice(0, length), '/1/name')
    expect(offset + found).toBeLessThanOrEqual(length)
  }
})
