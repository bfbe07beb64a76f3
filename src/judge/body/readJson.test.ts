import { expect, test } from 'vitest'
import { JsonSyntaxError, locateInJson, readJson, TooManyValues } from './readJson.ts'

test.for([
  ...'[1,]|{"a":1,}|{,}|{\'a\':1}|{a:1}|[1 2]|{"a" 1}|01|[00]|-|1.|.5|+1|0x10|NaN|Infinity|True|nul|'.split(
    '|',
  ),
  ...'  |[[[|"abc|"\\x"|"\\u12g4"|"a\nb"|"\u0001"|[] x|[]\n[]|// c\n[]|)]}\',\n[]|\ufeff[]|[\u00a01]'.split(
    '|',
  ),
])('%j is not JSON', (text) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(() => readJson(text)).toThrow(JsonSyntaxError)
})

test.for([
  '[1,2]',
  ' {"a":[{"b":null}],"c":true} ',
  '"\\u00e9\\/\\n\\ud83c\\udf31"',
  '"\u007f\u0085\u2028"',
  '-0.5e-3',
  '[0,7,-7,10,123456789012345,1234567890123456,9007199254740993,1.5,12e1,0.1]',
  '{"__proto__":{"x":1},"":0}',
  '{"a":{},"b":[]}',
  '"🌱"',
])('%j has the same value as with JSON.parse', (text) => {
  expect(JSON.stringify(readJson(text).value)).toBe(JSON.stringify(JSON.parse(text)))
})

test('a syntax error says where it is and what was expected', () => {
  expect(() => readJson('[{"name":"Aloe",}]')).toThrow(
    'expected a key in double quotes, got "}]" at character 16',
  )
})

test('numbers respect their digits, and are never infinite', () => {
  const value = (text: string) => readJson(text).value
  expect(value('400.0')).toBe(400)
  expect(value('4e2')).toBe(400)
  expect(value('40000e-2')).toBe(400)
  expect(Number.isInteger(value('400.5'))).toBe(false)
  expect(Number.isInteger(value('2147483647.0000000000001'))).toBe(false)
  expect(value('2147483648')).toBe(2147483648)
  expect(value('1e400')).toBe(Number.MAX_VALUE)
  expect(value('-1e400')).toBe(-Number.MAX_VALUE)
  expect(value('0e0')).toBe(0)
})

test('reports a duplicate name, and can keep either value', () => {
  const text = '[{"name":"Aloe","name":null}]'
  expect(readJson(text)).toMatchObject({ value: [{ name: null }], duplicate: '/0/name' })
  expect(readJson(text, { keep: 'first' }).value).toEqual([{ name: 'Aloe' }])
})

test('reports half a surrogate pair and U+FFFD with their place', () => {
  expect(readJson('[{"a/b":"\\ud83c"},"\\ud83c"]').damaged).toBe('/0/a~1b')
  expect(readJson('[1,{"\\udf31":1}]').damaged).toBe('/1/\udf31')
  expect(readJson('["🌱",["\ufffd"]]').damaged).toBe('/1/0')
})

test('reads values that are nested 200,000 levels deep', () => {
  const depth = 200_000
  expect(() => readJson('['.repeat(depth) + ']'.repeat(depth))).not.toThrow()
  expect(() => readJson(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).not.toThrow()
})

test('refuses a list of 600,001 values', () => {
  expect(() => readJson(`[${'{},'.repeat(600_000)}1]`)).toThrow(TooManyValues)
})

test.for([
  ['', '[ {"a" : "x\\"]" , "b/c":[1, -2.5e3 ,null]}, {"n\\u0061me":true} ]'],
  ['/0/a', '"x\\"]"'],
  ['/0/b~1c/1', '-2.5e3'],
  ['/1', '{"n\\u0061me":true}'],
  ['/1/name', 'true'],
  // The innermost value that would contain the missing value.
  ['/1/tag', '{"n\\u0061me":true}'],
] as const)('finds the value at %j', ([pointer, expected]) => {
  const text = ' [ {"a" : "x\\"]" , "b/c":[1, -2.5e3 ,null]}, {"n\\u0061me":true} ] '
  const { offset, length } = locateInJson(text, pointer)
  expect(text.slice(offset, offset + length)).toBe(expected)
})
