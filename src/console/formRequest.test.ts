import { expect, test } from 'vitest'
import { type FormRequest, snippets } from './formRequest.ts'

const plain: FormRequest = {
  base: 'http://127.0.0.1:4010/v1',
  path: '/plants',
  limitName: 'limit',
  user: undefined,
  token: undefined,
  limit: undefined,
  preferences: [],
  session: undefined,
}
const full: FormRequest = {
  ...plain,
  user: 'alice',
  token: 'token-alice',
  limit: '2',
  preferences: [
    ['code', '400'],
    ['delay', '100-400'],
    ['rate', '0.2'],
  ],
  session: 'worker-1',
}

test('a request from an empty form has no headers', () => {
  expect(snippets.curl(plain)).toBe(`curl -si 'http://127.0.0.1:4010/v1/plants'`)
  expect(snippets.fetch(plain)).toBe(
    `const response = await fetch('http://127.0.0.1:4010/v1/plants')\nconst plants = await response.json()`,
  )
  expect(snippets.URL(plain)).toBe('http://127.0.0.1:4010/v1/plants')
})

test('every field of the form is part of the code', () => {
  expect(snippets.curl(full)).toBe(
    `curl -si -H 'Authorization: Bearer token-alice' -H 'Prefer: code=400, delay=100-400, rate=0.2' -H 'X-Plant-Store-Session: worker-1' 'http://127.0.0.1:4010/v1/plants?limit=2'`,
  )
  expect(snippets.fetch(full)).toContain(`    Authorization: 'Bearer token-alice',\n`)
  expect(snippets.fetch(full)).toContain(`    'X-Plant-Store-Session': 'worker-1',\n`)
  expect(snippets.URL(full)).toBe(
    'http://127.0.0.1:4010/v1/plants?limit=2&__user=alice&__code=400&__delay=100-400&__rate=0.2&__session=worker-1',
  )
})

test('quotes in a value are escaped for the shell and for JavaScript', () => {
  const request: FormRequest = { ...plain, token: `it's "a" \\ token`, limit: `'; rm -rf ~` }
  expect(snippets.curl(request)).toContain(`-H 'Authorization: Bearer it'\\''s "a" \\ token'`)
  expect(snippets.curl(request)).toContain(`?limit='\\''%3B%20rm%20-rf%20~'`)
  const literal = /Authorization: ('.*'),\n/.exec(snippets.fetch(request))?.[1] ?? ''
  expect(new Function(`return ${literal}`)()).toBe(`Bearer ${request.token}`)
})

test('Prefer quotes a value that is not a token', () => {
  const request: FormRequest = { ...plain, preferences: [['scenario', 'two words, "quoted"']] }
  expect(snippets.curl(request)).toContain(`Prefer: scenario="two words, \\"quoted\\""`)
  expect(snippets.URL(request)).toBe('http://127.0.0.1:4010/v1/plants?__scenario=two%20words,%20%22quoted%22')
})

test('an empty limit is sent as an empty limit', () => {
  expect(snippets.URL({ ...plain, limit: '' })).toBe('http://127.0.0.1:4010/v1/plants?limit=')
})
