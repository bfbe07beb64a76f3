import { expect, test } from 'vitest'
import { ctrf } from './ctrf.ts'
import { isGitlabIssue } from './gitlab.testing.ts'
import { gitlab } from './gitlab.ts'
import { ndjson } from './ndjson.ts'
import { conformant, failed, incomplete, violations } from './sampleReports.test-data.ts'
import { sarif } from './sarif.ts'

const options = { color: false }
const copied = { ...options, contract: { path: 'api/open api.yaml', findLine: () => 12 } }
const named = { ...violations, target: { ...violations.target, name: 'blue' } }

test('gitlab: an issue for each violation and each warning, on the line of its clause', () => {
  const issues = JSON.parse(gitlab(violations, options))
  for (const issue of issues) expect(isGitlabIssue(issue) ? [] : isGitlabIssue.errors).toEqual([])
  expect(issues).toMatchObject([
    {
      check_name: 'method-allow-listed',
      severity: 'minor',
      fingerprint: 'method-allow-listed',
      // The kit's contract is not in the repository.
      location: { path: '.gitlab-ci.yml', lines: { begin: 1 } },
    },
    {
      check_name: 'plant-name-string',
      severity: 'critical',
      fingerprint: 'plant-name-string',
      location: { path: '.gitlab-ci.yml', lines: { begin: 1 } },
      description: expect.stringContaining(`fix: ${failed.fix}`),
    },
  ])
  expect(JSON.parse(gitlab(violations, copied))[1].location).toEqual({
    path: 'api/open api.yaml',
    lines: { begin: 12 },
  })
})

test('gitlab: an entry of the baseline is an issue on its line', () => {
  const place = { path: 'ci/known.yaml', line: 4 }
  const problems = [{ id: 'limit-honoured', message: 'limit-honoured no longer occurs.', place }]
  const [issue] = JSON.parse(gitlab({ ...conformant, baseline: { entries: 1, problems } }, options))
  expect(issue.location).toEqual({ path: 'ci/known.yaml', lines: { begin: 4 } })
})

test('gitlab: an incomplete run has an issue, and a conformant one none', () => {
  const [issue] = JSON.parse(gitlab(incomplete, options))
  expect(isGitlabIssue(issue)).toBe(true)
  expect(isGitlabIssue({ ...issue, severity: 'fatal' })).toBe(false)
  expect(issue).toMatchObject({ severity: 'blocker', description: incomplete.reasons.join(' ') })
  expect(JSON.parse(gitlab(conformant, options))).toEqual([])
})

test('the id of a finding is the same in every run, and has the name of a target that the user has named', () => {
  const fingerprints = (text: string): string[] =>
    JSON.parse(text).map(({ fingerprint }: { fingerprint: string }) => fingerprint)
  const elsewhere = { baseUrl: 'http://[::1]:80', name: '[::1]' }
  expect(fingerprints(gitlab({ ...violations, target: elsewhere }, options))).toEqual([
    'method-allow-listed',
    'plant-name-string',
  ])
  expect(fingerprints(gitlab(named, options))).toEqual(['blue/method-allow-listed', 'blue/plant-name-string'])
  const { runs } = JSON.parse(sarif(named, options))
  expect(runs[0].automationDetails.id).toBe('plant-store/blue/')
  expect(runs[0].results[1].partialFingerprints).toEqual({ 'plantStoreCheck/v1': 'blue/plant-name-string' })
})

test('sarif: a rule for each check, and a result for each violation and each warning', () => {
  const { runs } = JSON.parse(sarif(violations, copied))
  const [{ tool, results, invocations }] = runs
  expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(
    violations.findings.map(({ id }) => id),
  )
  expect(results.map(({ level, ruleId }: { level: string; ruleId: string }) => [level, ruleId])).toEqual([
    ['warning', 'method-allow-listed'],
    ['error', 'plant-name-string'],
  ])
  for (const { ruleId, ruleIndex, locations } of results) {
    expect(tool.driver.rules[ruleIndex].id).toBe(ruleId)
    expect(locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'api/open%20api.yaml', uriBaseId: '%SRCROOT%' },
      region: { startLine: 12 },
    })
  }
  expect(invocations).toMatchObject([{ executionSuccessful: true, exitCode: 1 }])
})

test('sarif: an incomplete run has not succeeded, and says why', () => {
  const { runs } = JSON.parse(sarif(incomplete, options))
  const [{ executionSuccessful, toolExecutionNotifications }] = runs[0].invocations
  expect(executionSuccessful).toBe(false)
  expect(
    toolExecutionNotifications.map(({ message }: { message: { text: string } }) => message.text),
  ).toEqual(incomplete.reasons)
})

test('sarif: no text of a server becomes a link', () => {
  const violation = { message: '[click](1)', pointer: '', expected: '', actual: '' }
  const { runs } = JSON.parse(
    sarif({ ...violations, findings: [{ ...failed, violations: [violation] }] }, options),
  )
  expect(runs[0].results[0].message.text).not.toContain('](')
})

test('ctrf: the same tests as in junit, and a failure only if the exit code agrees', () => {
  const { results } = JSON.parse(ctrf(violations, options))
  expect(results.summary).toMatchObject({ tests: 10, passed: 7, failed: 1, skipped: 2, duration: 1432 })
  const test = results.tests.find(({ name }: { name: string }) => name === failed.check)
  expect(test).toMatchObject({ status: 'failed', rawStatus: 'fail', testId: failed.id, tags: ['MUST'] })
  expect(test.suite).toEqual(['127.0.0.1:4010', 'contract schemas'])
  expect(test.trace).toContain(failed.evidence[0]?.curl)
  expect(JSON.parse(ctrf(conformant, options)).results.summary).toMatchObject({ failed: 0 })
  expect(JSON.parse(ctrf(incomplete, options)).results.summary).toMatchObject({ failed: 3 })
})

test('ndjson: one line for each check, then one for the run', () => {
  const lines = ndjson(violations).split('\n')
  expect(lines.pop()).toBe('')
  const values = lines.map((line) => JSON.parse(line))
  const { findings, ...run } = violations
  expect(values).toEqual([
    ...findings.map((finding) => ({ type: 'check', target: run.target.name, ...finding })),
    { type: 'run', ...run },
  ])
})
