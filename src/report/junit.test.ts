import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { junit } from './junit.ts'
import { conformant, failed, violations } from './sampleReports.test-data.ts'

const options = { color: false }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => name === 'testcase',
})

type Shown = { message: string; '#text': string }
type Entry = { name: string; classname: string; 'system-out'?: string } & Partial<
  Record<'failure' | 'error' | 'skipped', Shown>
>

function parse(xml: string) {
  expect(XMLValidator.validate(xml)).toBe(true)
  const { testsuites } = parser.parse(xml)
  const entries: Entry[] = testsuites.testsuite.testcase
  const entry = (name: string) => entries.find((one) => one.name === name)
  return { entries, entry }
}

test('a failed check is a failure, a warning passes, and an untested check is skipped, each with its details', () => {
  const { entry } = parse(junit(violations, options))
  const failure = entry(failed.check)?.failure
  expect(failure?.message).toBe('Every name is a string: /0/name: expected a string, got the number 42')
  expect(failure?.['#text']).toMatch(/expected +a string\n +actual +the number 42/)
  expect(failure?.['#text']).toContain(failed.evidence[0]?.curl)
  for (const check of ['method-allow-listed', 'version-not-told']) {
    expect(entry(check)).not.toHaveProperty('failure')
    expect(entry(check)).not.toHaveProperty('skipped')
    expect(entry(check)?.['system-out']).toContain(check)
  }
  expect(entry('error-object')?.skipped?.message).toBe('not exercised: no request was answered with 400')
  expect(entry('limit-honoured')?.skipped?.['#text']).toMatch(/^inconclusive: the token’s user has 1 plant/)
})

test('escapes characters that XML does not allow, and text that looks like XML', () => {
  const actual = 'a\u0000b\u001b[31mc\ud800d\uffffe ]]> <failure/> &amp; "quoted" 😀 Größe'
  const violation = { message: actual, pointer: '', expected: 'a name', actual }
  const hostile = { ...conformant, findings: [{ ...failed, violations: [violation] }] }
  const xml = junit(hostile, options)
  // Every character matches the Char production of XML 1.0.
  expect(xml).toMatch(/^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u)
  expect(parse(xml).entry(failed.check)?.failure?.message).toBe(
    String.raw`Every name is a string: a\x00b\x1b[31mc\ud800d\uffffe ]]> <failure/> &amp; "quoted" 😀 Größe`,
  )
})

test.each([
  ['openapi.yaml#/paths/~1plants/get', 'contract operation'],
  ['next.yaml#/components/schemas/Plant/type', 'contract schemas'],
  ['openapi.yaml#/components/securitySchemes/bearerAuth', 'contract security'],
  ['RFC 9112 sections 4 and 5', 'RFC 9112'],
  ['Fetch, CORS check', 'Fetch'],
])('the class of a check for %s is %s', (clause, group) => {
  const { entries } = parse(junit({ ...conformant, findings: [{ ...failed, clause }] }, options))
  expect(entries[0]?.classname).toBe(`127_0_0_1:4010.${group}`)
})
