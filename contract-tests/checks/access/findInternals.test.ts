import { expect, test } from 'vitest'
import { findInternals } from './leaks.ts'

test('finds no internals in messages for clients', () => {
  const messages = [
    'limit must be an integer from 1 to 100',
    '{"error":400,"message":"expected an integer at /v1/plants?limit=abc"}',
    'Select a limit from 1 to 100; see https://plants.example/docs/limits.html',
    'at most 100 plants (limit: 5.5)',
    '<html><body><h1>400 Bad Request</h1><hr>nginx/1.25.3</body></html>',
    'TypeError: limit is not a number',
  ]
  expect(messages.filter((message) => findInternals(message) !== undefined)).toEqual([])
})

test('finds a stack trace, a database error and a path of a source file', () => {
  const messages = {
    'a stack trace': '{"message":"Error\\n    at list (/srv/app/plants.js:10:5)"}',
    'a database error': 'SQLSTATE[42000]: Syntax error',
    'a path of a source file': 'cannot read "/srv/app/plants.py"',
  }
  for (const [what, message] of Object.entries(messages)) expect(findInternals(message)?.what).toBe(what)
})
