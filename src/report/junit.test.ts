import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { findJenkinsErrors } from './jenkins.testing.ts'
import { junit } from './junit.ts'
import { conformant, failed, incomplete, violations } from './sampleReports.test-data.ts'

const options = { color: false }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => ['testcase', 'property'].includes(name),
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
  return { suites: testsuites, suite: testsuites.testsuite, entries, entry }
}

test('every check, every engine and the run have a test case, and the counts agree', () => {
  const { suites, suite, entries } = parse(junit(violations, options))
  expect(entries.map(({ classname, name }) => `${classname} ${name}`.replace('127_0_0_1:4010.', ''))).toEqual(
    [
      'contract responses plants-array',
      'RFC 9110 version-not-told',
      'RFC 9110 method-allow-listed',
      'contract schemas plant-name-string',
      'contract responses error-object',
      'contract parameters limit-honoured',
      'engines probes',
      'engines prism',
      'engines dredd',
      'run complete',
    ],
  )
  const counts = {
    name: 'plant-store 127.0.0.1:4010',
    tests: '10',
    failures: '1',
    errors: '0',
    time: '1.432',
  }
  expect(suites).toMatchObject(counts)
  // Jenkins' schema does not allow it on all suites.
  expect(suites).not.toHaveProperty('skipped')
  expect(suite).toMatchObject({ ...counts, skipped: '2', timestamp: '2026-03-04T05:06:07.890Z' })
})

test('properties describe the run', () => {
  const { suite } = parse(junit(violations, options))
  const properties: { name: string; value: string }[] = suite.properties.property
  expect(Object.fromEntries(properties.map(({ name, value }) => [name, value]))).toEqual({
    'kit.version': '0.1.0',
    'contract.version': '1.0.0',
    'contract.sha256': 'ab'.repeat(32),
    'target.name': '127.0.0.1:4010',
    'target.baseUrl': 'http://127.0.0.1:4010/v1',
    'target.route': 'through the proxy http://proxy.example:3128',
    verdict: 'violations',
    exitCode: '1',
  })
})

test('a failed check is a failure with the expected and the actual value and a curl command', () => {
  const { entry } = parse(junit(violations, options))
  const failure = entry(failed.check)?.failure
  expect(failure?.message).toBe('Every name is a string: /0/name: expected a string, got the number 42')
  expect(failure?.['#text']).toMatch(/expected +a string/)
  expect(failure?.['#text']).toMatch(/actual +the number 42/)
  expect(failure?.['#text']).toContain(failed.evidence[0]?.curl)
})

test('a warning and an observation pass, with their details as output', () => {
  const { entry } = parse(junit(violations, options))
  for (const check of ['method-allow-listed', 'version-not-told']) {
    expect(entry(check)).not.toHaveProperty('failure')
    expect(entry(check)).not.toHaveProperty('skipped')
    expect(entry(check)?.['system-out']).toContain(check)
  }
})

test('a check that was not tested is skipped, with the reason', () => {
  const { entry } = parse(junit(violations, options))
  expect(entry('error-object')?.skipped?.message).toBe('not exercised: no request was answered with 400')
  expect(entry('limit-honoured')?.skipped?.['#text']).toBe(
    'inconclusive: the token’s user has 1 plant; at least 2 are needed',
  )
})

test('an incomplete run is an error, and so is each engine that failed or is missing', () => {
  const { suite, entry } = parse(junit(incomplete, options))
  expect(suite).toMatchObject({ failures: '0', errors: '3' })
  expect(entry('prism')?.error?.message).toBe('prism failed: port 4010 is in use')
  expect(entry('dredd')?.error?.['#text']).toContain('npm install --save-dev dredd@14')
  expect(entry('complete')?.error?.['#text']).toBe(incomplete.reasons.join('\n'))
})

test('a conformant run with a skipped engine has no failure and no error', () => {
  const [engine] = conformant.engines
  const skipped = {
    ...(engine ?? incomplete.engines[0]),
    name: 'dredd',
    status: 'skipped',
    detail: 'not requested',
    claims: 0,
  } as const
  const { suite, entry } = parse(
    junit({ ...conformant, engines: [{ version: '', durationMs: 0, ...skipped }] }, options),
  )
  expect(suite).toMatchObject({ failures: '0', errors: '0', skipped: '1' })
  expect(entry('dredd')?.skipped?.message).toBe('dredd skipped: not requested')
})

test('escapes characters that XML does not allow, and text that looks like XML', () => {
  const actual = 'a\u0000b\u001b[31mc\ud800d\uffffe ]]> <failure/> &amp; "quoted" 😀 Größe'
  const violation = { message: actual, pointer: '', expected: 'a name', actual }
  const hostile = { ...conformant, findings: [{ ...failed, violations: [violation] }] }
  const xml = junit(hostile, options)
  // The Char production of XML 1.0.
  expect(xml).toMatch(/^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u)
  expect(parse(xml).entry(failed.check)?.failure?.message).toBe(
    String.raw`Every name is a string: a\x00b\x1b[31mc\ud800d\uffffe ]]> <failure/> &amp; "quoted" 😀 Größe`,
  )
})

test('a run with violations that is also incomplete shows both', () => {
  const { suite, entry } = parse(junit({ ...violations, reasons: incomplete.reasons }, options))
  expect(suite).toMatchObject({ failures: '1', errors: '1' })
  expect(entry('complete')?.error?.message).toBe(incomplete.reasons.join(' '))
})

test.each([
  ['openapi.yaml#/paths/~1plants/get', 'contract operation'],
  ['openapi.yaml#/paths/~1plants/get/parameters/0/schema', 'contract parameters'],
  ['next.yaml#/components/schemas/Plant/type', 'contract schemas'],
  ['openapi.yaml#/components/securitySchemes/bearerAuth', 'contract security'],
  ['openapi.yaml#/security', 'contract security'],
  ['RFC 9112 sections 4 and 5', 'RFC 9112'],
  ['Fetch, CORS check', 'Fetch'],
  ['OWASP API8:2023', 'OWASP'],
])('the class of a check for %s is %s', (clause, group) => {
  const { entries } = parse(junit({ ...conformant, findings: [{ ...failed, clause }] }, options))
  expect(entries[0]?.classname).toBe(`127_0_0_1:4010.${group}`)
})

test('the name of the target is in the suite and in each class, without dots, which separate packages', () => {
  const { suite, entries } = parse(
    junit({ ...conformant, target: { ...conformant.target, name: 'plants.v2 <blue>' } }, options),
  )
  expect(suite.name).toBe('plant-store plants.v2 <blue>')
  for (const { classname } of entries) expect(classname).toMatch(/^plants_v2 <blue>\.[^.]+$/)
})

test('Jenkins accepts every report', () => {
  for (const report of [conformant, violations, incomplete])
    expect(findJenkinsErrors(junit(report, options))).toEqual([])
})

test('the double of Jenkins finds what its schema does not allow', () => {
  const report =
    '<testsuites skipped="1"><testcase name="a"/><testsuite name="b" tests="1" failures="0" time="1.2345">text<properties x="1"><property/></properties></testsuite></testsuites>'
  expect(findJenkinsErrors(report)).toEqual([
    'skipped of testsuites',
    'testcase in testsuites',
    'testsuite without errors',
    'time 1.2345',
    'text in testsuite',
    'x of properties',
    'property without name',
    'property without value',
  ])
})
