import { expect, test } from 'vitest'
import type { Report } from '../judge/report.ts'
import { github } from './github.ts'
import { conformant, failed, incomplete, violations } from './sampleReports.test-data.ts'
import { parseGithubCommand } from './text/ciCommands.testing.ts'

const contract = { path: 'api/openapi.yaml', findLine: () => 12 }

function read(report: Report, copy?: typeof contract) {
  const lines = github(report, { color: false, ...(copy && { contract: copy }) }).split('\n')
  return lines.slice(0, -1).map(parseGithubCommand)
}

test('a violation is an error and a warning a warning, on the line of the clause in the copy of the contract', () => {
  expect(read(violations, contract)).toEqual([
    {
      name: 'error',
      properties: { file: 'api/openapi.yaml', line: '12', title: 'plant-store-kit: plant-name-string' },
      data: `Every name is a string: /0/name: expected a string, got the number 42
request: GET /v1/plants?limit=1, with Accept-Encoding: gzip
when: only with Accept-Encoding: gzip (in 3 of 41 responses)
contrast: passes without Accept-Encoding: gzip
fix: ${failed.fix}
spec: spec/openapi.yaml:79`,
    },
    expect.objectContaining({ name: 'warning' }),
  ])
})

test('without a copy of the contract in the repository, annotations have no file', () => {
  for (const command of read(violations)) expect(command?.properties).not.toHaveProperty('file')
  const next = violations.findings.map((finding) => ({
    ...finding,
    clause: finding.clause.replace('openapi.yaml#', 'api/next.yaml#'),
  }))
  const [error, warning] = read({ ...violations, findings: next })
  expect(error?.properties).toMatchObject({ file: 'api/next.yaml', line: '79' })
  // A warning about a standard is at the operation.
  expect(warning?.properties).toMatchObject({ file: 'api/next.yaml' })
})

test('neither have they one with a copy outside of the repository, but a title and a text', () => {
  for (const path of ['/opt/openapi.yaml', '../openapi.yaml', 'C:/openapi.yaml']) {
    const [error] = read(violations, { ...contract, path })
    expect(error?.properties).toEqual({ title: 'plant-store-kit: plant-name-string' })
    expect(error?.data).toMatch(/^Every name is a string: .*\nspec: spec\/openapi\.yaml:79$/s)
  }
})

test('an entry of the baseline is annotated on its line', () => {
  const place = { path: 'ci/known.yaml', line: 4 }
  const entry = { id: 'limit-honoured', message: 'limit-honoured …', place }
  const baseline = { entries: 3, problems: [entry], expiring: [entry], distant: [entry] }
  const commands = read({ ...conformant, baseline })
  expect(commands.map((command) => command?.name)).toEqual(['error', 'warning', 'warning', 'notice'])
  for (const command of commands.filter((each) => each?.name !== 'notice'))
    expect(command?.properties).toMatchObject({ file: 'ci/known.yaml', line: '4' })
})

test('an incomplete run is an error, and a conformant one a notice', () => {
  expect(read(incomplete)).toEqual([
    {
      name: 'error',
      properties: { title: 'plant-store-kit: incomplete' },
      data: incomplete.reasons.join('\n'),
    },
  ])
  expect(read({ ...violations, reasons: incomplete.reasons })).toHaveLength(3)
  expect(read(conformant).map((command) => command?.name)).toEqual(['notice'])
})

test('line ends, percent signs, commas and colons arrive as they are', () => {
  const text = '100%25 %0A a,b:c\nd'
  const finding = { ...failed, check: text, violations: [{ ...failed.violations[0], message: text }] }
  const [command] = read({ ...violations, findings: [finding as typeof failed] })
  expect(command?.properties.title).toBe(`plant-store-kit: ${text}`)
  expect(command?.data).toContain(text)
})
