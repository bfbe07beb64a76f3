import { expect, test } from 'vitest'
import type { Asked } from './asked.ts'
import { snippets } from './snippets.ts'

const plain: Asked = {
  base: 'http://127.0.0.1:4010/v1',
  user: undefined,
  token: undefined,
  limit: undefined,
  preferences: [],
  session: undefined,
}
const full: Asked = {
  ...plain,
  user: 'alice',
  token: 'token-alice',
  limit: '2',
  preferences: [
    ['code', '400'],
    ['delay', 'lognormal:90:0.4'],
    ['rate', '0.2'],
  ],
  session: 'worker-1',
}

test('a request that says nothing is written without fields', () => {
  expect(snippets.curl(plain)).toBe(`curl -si 'http://127.0.0.1:4010/v1/plants'`)
  expect(snippets.fetch(plain)).toBe(
    `const response = await fetch('http://127.0.0.1:4010/v1/plants')\nconst plants = await response.json()`,
  )
  expect(snippets.address(plain)).toBe('http://127.0.0.1:4010/v1/plants')
})

test('everything that is asked for is written down', () => {
  expect(snippets.curl(full)).toBe(
    `curl -si -H 'Authorization: Bearer token-alice' -H 'Prefer: code=400, delay=lognormal:90:0.4, rate=0.2' -H 'X-Plant-Store-Session: worker-1' 'http://127.0.0.1:4010/v1/plants?limit=2'`,
  )
  expect(snippets.fetch(full)).toContain(`    Authorization: 'Bearer token-alice',\n`)
  expect(snippets.fetch(full)).toContain(`    'X-Plant-Store-Session': 'worker-1',\n`)
  expect(snippets.address(full)).toBe(
    'http://127.0.0.1:4010/v1/plants?limit=2&__user=alice&__code=400&__delay=lognormal:90:0.4&__rate=0.2&__session=worker-1',
  )
})

test('quotes end neither the string of a shell nor that of a script', () => {
  const asked: Asked = { ...plain, token: `it's "a" \\ token`, limit: `'; rm -rf ~` }
  expect(snippets.curl(asked)).toContain(`-H 'Authorization: Bearer it'\\''s "a" \\ token'`)
  expect(snippets.curl(asked)).toContain(`?limit='\\''%3B%20rm%20-rf%20~'`)
  const written = /Authorization: ('.*'),\n/.exec(snippets.fetch(asked))?.[1] ?? ''
  expect(new Function(`return ${written}`)()).toBe(`Bearer ${asked.token}`)
})

test('a value that is no token is quoted in Prefer', () => {
  const asked: Asked = { ...plain, preferences: [['scenario', 'two words, "quoted"']] }
  expect(snippets.curl(asked)).toContain(`Prefer: scenario="two words, \\"quoted\\""`)
  expect(snippets.address(asked)).toBe(
    'http://127.0.0.1:4010/v1/plants?__scenario=two%20words,%20%22quoted%22',
  )
})

test('a limit that is sent empty is there', () => {
  expect(snippets.address({ ...plain, limit: '' })).toBe('http://127.0.0.1:4010/v1/plants?limit=')
})
