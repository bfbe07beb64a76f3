import { expect, test } from 'vitest'
import { expectLinear } from '../judge/linear.testing.ts'
import { gitlab } from './gitlab.ts'
import { reporters } from './reporters.ts'
import { failed, incomplete, replaceTexts, violations } from './sampleReports.test-data.ts'
import { sarif } from './sarif.ts'

const options = { color: false }
const own = violations.findings.map((finding) => ({
  ...finding,
  clause: finding.clause.replace('openapi.yaml#', 'api/open api.yaml#'),
}))
/** The report on a run with the user's own contract. */
const withContract = { ...violations, findings: own }
const named = { ...violations, target: { ...violations.target, name: 'blue' } }

test("gitlab: an issue for each violation and each warning, on its line in the user's contract", () => {
  const issues = JSON.parse(gitlab(violations, options))
  expect(issues).toMatchObject([
    {
      check_name: 'plant-name-string',
      severity: 'critical',
      fingerprint: 'plant-name-string',
      location: { path: '.gitlab-ci.yml', lines: { begin: 1 } },
      description: expect.stringContaining(`. ${failed.fix}`),
    },
    { check_name: 'method-allow-listed', severity: 'minor', fingerprint: 'method-allow-listed' },
  ])
  expect(JSON.parse(gitlab(withContract, options))[0].location).toEqual({
    path: 'api/open api.yaml',
    lines: { begin: 79 },
  })
  const elsewhere = own.map((finding) => ({ ...finding, clause: finding.clause.replace('api/', '../') }))
  const [outside] = JSON.parse(gitlab({ ...violations, findings: elsewhere }, options))
  expect(outside.location.path).toBe('.gitlab-ci.yml')
})

test('the id of a finding does not depend on the base URL, and contains the name that the user gave the target', () => {
  const fingerprints = (text: string): string[] =>
    JSON.parse(text).map(({ fingerprint }: { fingerprint: string }) => fingerprint)
  const elsewhere = { baseUrl: 'http://[::1]:80', name: '[::1]' }
  expect(fingerprints(gitlab({ ...violations, target: elsewhere }, options))).toEqual([
    'plant-name-string',
    'method-allow-listed',
  ])
  expect(fingerprints(gitlab(named, options))).toEqual(['blue/plant-name-string', 'blue/method-allow-listed'])
  const { runs } = JSON.parse(sarif(named, options))
  expect(runs[0].automationDetails.id).toBe('plant-store/blue/')
  expect(runs[0].results[0].partialFingerprints).toEqual({ 'plantStoreCheck/v1': 'blue/plant-name-string' })
})

test('sarif: a result for each violation and each warning, at its place in the contract', () => {
  const { runs } = JSON.parse(sarif(withContract, options))
  const [{ results, invocations }] = runs
  expect(results.map(({ level, ruleId }: { level: string; ruleId: string }) => [level, ruleId])).toEqual([
    ['error', 'plant-name-string'],
    ['warning', 'method-allow-listed'],
  ])
  expect(results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: 'api/open%20api.yaml', uriBaseId: '%SRCROOT%' },
    region: { startLine: 79 },
  })
  expect(invocations).toMatchObject([{ executionSuccessful: true, exitCode: 1 }])
  const [stopped] = JSON.parse(sarif(incomplete, options)).runs[0].invocations
  expect(stopped).toMatchObject({
    executionSuccessful: false,
    toolExecutionNotifications: incomplete.reasons.map((text) => ({ message: { text } })),
  })
})

test("sarif: no part of a server's text becomes a link", () => {
  const violation = { message: '[click](1)', pointer: '', expected: '', actual: '' }
  const { runs } = JSON.parse(
    sarif({ ...violations, findings: [{ ...failed, violations: [violation] }] }, options),
  )
  expect(runs[0].results[0].message.text).not.toContain('](')
})

test('ndjson: one line for each check, then one for the run', () => {
  const lines = reporters.ndjson(violations, { color: false }).split('\n')
  expect(lines.pop()).toBe('')
  const values = lines.map((line) => JSON.parse(line))
  const { findings, ...run } = violations
  expect(values).toEqual([
    ...findings.map((finding) => ({ type: 'check', target: run.target.name, ...finding })),
    { type: 'run', ...run },
  ])
})

test.each(Object.entries(reporters))(
  '%s: the report ends with one newline, and the time to write it is linear',
  (_format, reporter) => {
    expect(reporter(violations, { color: false })).toMatch(/[^\n]\n$/)
    // A report contains many strings, so each string is short.
    for (const unit of [' ', '\n', '\r\n', 'x', 'x ', ':', '&', '🌵'])
      expectLinear(unit, (text) => reporter(replaceTexts(violations, `x${text}x`), { color: true }), 250)
  },
)
