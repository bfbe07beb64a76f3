import { expect, test } from 'vitest'
import { type HttpRequest, snippets } from './snippets.ts'

const url = 'http://127.0.0.1:4010/v1/plants'

test('quotes in a value are escaped for the shell and for JavaScript', () => {
  const request: HttpRequest = { url, headers: [['Authorization', `Bearer it's "a" \\ token`]] }
  expect(snippets.curl(request)).toContain(`-H 'Authorization: Bearer it'\\''s "a" \\ token'`)
  const literal = /'Authorization': ('.*'),\n/.exec(snippets.fetch(request))?.[1] ?? ''
  expect(new Function(`return ${literal}`)()).toBe(`Bearer it's "a" \\ token`)
})
