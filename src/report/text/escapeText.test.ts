import { expect, test } from 'vitest'
import { escapeJson, escapeLine, escapeText } from './escapeText.ts'

test.each([
  ['a colour', '\u001b[31mred', String.raw`\x1b[31mred`],
  ['a terminal command in one character', '\u009b2J', String.raw`\x9b2J`],
  ['a carriage return', 'FAIL\rPASS', String.raw`FAIL\rPASS`],
  ['a right-to-left override', 'user\u202eresu', String.raw`user\u202eresu`],
  ['a line separator', 'a\u2028b', String.raw`a\u2028b`],
  ['a byte order mark', '\ufeff[]', String.raw`\ufeff[]`],
  ['a zero-width space and a soft hyphen', 'a\u200bb\u00adc', String.raw`a\u200bb\xadc`],
  ['invisible tags', 'a\u{e0041}', String.raw`a\u{e0041}`],
  ['a joiner outside of emoji', 'a\u200db', String.raw`a\u200db`],
  ['half of a surrogate pair', 'a\ud83db', String.raw`a\ud83db`],
  ['a command of GitHub', '::error title=a::b', String.raw`:\x3aerror title=a:\x3ab`],
  ['an old command of GitHub', 'a ##[add-mask]b', String.raw`a #\x23[add-mask]b`],
  ['a command of Azure Pipelines', '##vso[task.complete]', String.raw`#\x23vso[task.complete]`],
  ['a command of TeamCity', "##teamcity[buildStop '']", String.raw`#\x23teamcity[buildStop '']`],
])('escapes %s', (_name, text, escaped) => {
  expect(escapeText(text)).toBe(escaped)
  expect(escapeText(escaped)).toBe(escaped)
  const json = escapeJson(JSON.stringify({ text }, null, 2))
  expect(JSON.parse(json)).toEqual({ text })
  expect(json).toMatch(/^[\n -~]*$/)
  expect(json).not.toMatch(/::|##[[a-z]/)
})

test.each([
  'Größe 植物 🧑‍🌾 ☀️ ב\n',
  'http://[::1]:4010, http://[2001:db8::1:2]/plants and [::ffff:127.0.0.1]',
  'connect ECONNREFUSED ::1:4010',
  '# Title\n## Part #1',
  '{"a": ":", "b": [":"]}',
])('keeps %s', (text) => {
  expect(escapeText(text)).toBe(text)
  expect(escapeJson(text)).toBe(text)
})

test('text in brackets with two double colons is escaped, because it is no IPv6 address', () => {
  expect(escapeText('[::add-mask::1]')).toBe(String.raw`[:\x3aadd-mask::1]`)
  expect(escapeText('[::dead::beef]')).toBe(String.raw`[:\x3adead::beef]`)
})

test('a newline is kept in text, and escaped in a single line', () => {
  expect(escapeText('a\r\nb\nc')).toBe('a\nb\nc')
  expect(escapeLine('a\r\nb\nc')).toBe(String.raw`a\nb\nc`)
})
