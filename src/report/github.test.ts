import { expect, test } from 'vitest'
import type { Report } from '../judge/report.ts'
import { github } from './github.ts'
import { conformant, failed, violations } from './sampleReports.test-data.ts'
import { parseGithubCommand } from './text/ciCommands.testing.ts'

function read(report: Report) {
  return github(report, { color: false }).split('\n').slice(0, -1).map(parseGithubCommand)
}

test('a violation is on its line in the contract if the contract is in the repository', () => {
  const read = (contractPath: string) => github(violations, { contractPath }).split('\n')[0]
  expect(parseGithubCommand(read('api/openapi.yaml') ?? '')?.properties).toEqual({
    file: 'api/openapi.yaml',
    line: '79',
    title: 'plant-store-kit: plant-name-string',
  })
  for (const path of ['/opt/openapi.yaml', '../openapi.yaml', 'C:/openapi.yaml'])
    expect(read(path)).toMatch(/^::error title=/)
})

test('a baseline entry that fails the run is an error on its line', () => {
  const place = { path: 'ci/known.yaml', line: 4 }
  const entry = { id: 'limit-honoured', message: 'limit-honoured …', place }
  const baseline = { entries: 3, problems: [entry] }
  const commands = read({ ...conformant, baseline })
  expect(commands.map((command) => command?.name)).toEqual(['error', 'notice'])
  expect(commands[0]).toMatchObject({
    data: 'limit-honoured …',
    properties: { file: 'ci/known.yaml', line: '4' },
  })
})

test('newlines, percent signs, commas and colons arrive unchanged', () => {
  const text = '100%25 %0A a,b:c\nd'
  const finding = { ...failed, check: text, violations: [{ ...failed.violations[0], message: text }] }
  const [command] = read({ ...violations, findings: [finding as typeof failed] })
  expect(command?.properties.title).toBe(`plant-store-kit: ${text}`)
  expect(command?.data).toContain(text)
})
