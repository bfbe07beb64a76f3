import { expect } from 'vitest'
import type { Fault } from '../contract-tests/implementations/implementation.ts'
import type { Report } from '../src/judge/report.ts'
import { reporters } from '../src/report/reporters.ts'
import { countColumns } from '../src/report/text/wrap.ts'

/** For faults of different kinds, the words in the report that name the cause, the wrong place or the fix. */
const words: Record<string, readonly (string | RegExp)[]> = {
  'redirect-drops-query': [
    'after a redirect',
    /1 {2}GET \/plants\?limit=\d+ +→ 302 {2}Location: \/plants/,
    'Keep the query',
  ],
  'no-answer-in-company': ['at once', 'the connection closed without a response'],
  'status-202-later-on-connection': [
    'on a connection that was used before',
    /1 {2}GET \/plants +→ 200\n +2 {2}GET \/plants +→ 202/,
    '202',
  ],
  'auth-replayed': [
    /1 {2}with the token: GET \/plants +→ 200\n.* 2 {2}no token: GET \/plants +→ 200/,
    'cache',
  ],
  'type-without-accept': ['GET /plants, no Accept', 'only without Accept', 'Content-Type: text/plain'],
  'name-missing-one-in-thirty': [
    /\d of \d+ checked responses, no pattern/,
    /repeated +[✓✗ ]*(?:✓ ✗|✗ ✓)/,
    '[{"tag":"house"}',
  ],
  'length-too-small': [
    '1 byte after the 757 that Content-Length announces',
    'bytes in the body, not the number of characters',
  ],
  'gzip-declared-only': ['declared as gzip, but is plain JSON', 'Content-Encoding: gzip'],
  'chunk-size-wrong': ['longer than its declared size', 'count bytes'],
  'json-trailing-comma': ['"tag":"garden"},]', 'JSON library'],
  'json-latin-1': ['the bytes eb 22 2c 22 at offset 13 are not UTF-8', String.raw`"Alo\xeb"`],
  'json-bom': ['byte order mark', String.raw`\ufeff[{`],
  envelope: ['expected an array, got an object with "plants"', 'Return the array itself'],
  'tag-null-ninth': ['/8/tag: expected a string, got null', '"tag":null', 'omit the field'],
  'name-number': ['/0/name: expected a string, got the number 42', '{"name":42,'],
  'error-string-code': ['{"error":"400"', 'without quotation marks'],
  'limit-off-by-one': [/\?limit=(\d+) returns \d+ plants/, 'GET /plants?limit=', 'at most'],
  'limit-max-crashes': ['?limit=2147483647', '500', 'do not reserve memory'],
  'auth-any-token': ['with a random token', 'a refusal, such as 401', 'verify its signature'],
  'auth-slash': ['GET /plants/, no token', 'only at /plants/'],
  'auth-scheme-case': ['with the scheme bearer in lower case', '401'],
  'cors-star-with-credentials': ['Access-Control-Allow-Origin: *', 'browsers reject that'],
  'cache-coding-unsaid': ['Vary', 'Accept-Encoding: gzip', 'Send Vary: Accept-Encoding'],
  'users-cache-forgets-token': [
    /Authorization|token/,
    'cache key',
    'after another user sent the same request',
  ],
  'length-and-chunks': ['both Transfer-Encoding and Content-Length', 'remove the second header'],
  'lines-end-with-lf': ['LF alone'],
}

/** The ids of the faults whose reports are read. */
export const readIds = Object.keys(words)

/** Expects that the report on a fault has at most 40 lines and names the cause, if there are words for it. */
export function expectReadable({ id, check }: Fault, report: Report): void {
  const expected = words[id]
  if (expected === undefined) return
  const text = reporters.terminal(report, { color: false, saved: 'plant-store.json' })
  const lines = text.trimEnd().split('\n')
  expect(lines.length, text).toBeLessThanOrEqual(40)
  // The lines that are there to be copied are not wrapped.
  expect(lines.filter((line) => countColumns(line) > 100 && !/ (curl|replay) /.test(line))).toEqual([])
  const unwrapped = text.replaceAll(/\s+/g, ' ')
  for (const word of expected)
    if (typeof word === 'string') expect(unwrapped, text).toContain(word)
    else expect(text).toMatch(word)
  expect(text).toContain(`plant-store-kit replay plant-store.json ${check}`)
  expect(text).not.toMatch(/\brow\/\d|\bisolate\/\d/)
}
