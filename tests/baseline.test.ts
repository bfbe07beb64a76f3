import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportFormats } from '../src/report/document.ts'
import { plantStore, startFaulty, startReferenceMock } from './commandLine.testing.ts'
import { createFile, createFolder } from './folder.testing.ts'

const TODAY = new Date().toISOString().slice(0, 10)
/** The check that reports the faulty server, which ignores `limit`. */
const BROKEN = 'limit-honoured'

type Server = 'faulty' | 'correct' | 'dead'

function entry({ id = BROKEN, reason = 'ships with 4.2', expires = '2099-12-31', more = '' } = {}): string {
  return `findings:\n  - id: ${id}\n    reason: ${reason}\n    expires: ${expires}\n${more}`
}

async function start(server: Server): Promise<string[]> {
  if (server === 'dead') return ['http://127.0.0.1:1']
  if (server === 'correct') return [await startReferenceMock(), '--token', 'token-alice']
  const { baseUrl, token } = await startFaulty('limit-ignored')
  // A few requests are enough to see that the faulty server ignores `limit`.
  return [baseUrl, '--token', token, '--plan', 'monitor']
}

/** Verifies a server with the kit's own checks. */
async function verify(server: Server, ...flags: string[]) {
  return plantStore(['verify', ...(await start(server)), '--engine', 'probes', ...flags])
}

type Row = {
  name: string
  server: Server
  /** The content of the baseline file. */
  text: string
  flags?: readonly string[]
  code: number
  says: RegExp
}

test.for<Row>([
  {
    name: 'an intermittent entry that does not occur stays, and the report says so',
    server: 'correct',
    text: entry({ more: '    intermittent: true\n' }),
    flags: ['--baseline-update'],
    code: 0,
    says: /^✓ conformant[\s\S]*In the baseline\n {2}✓ limit-honoured {3}did not occur in this run, accepted until 2099-12-31: ships with 4\.2\s+\(intermittent: true\)\n/,
  },
  {
    name: 'an incomplete run does not report an entry that did not occur',
    server: 'correct',
    text: entry(),
    flags: ['--max-requests', '30'],
    code: 3,
    says: /^! incomplete .*exit 3\n {2}The run was stopped early: the maximum of 30 requests was reached\./,
  },
  {
    name: 'a run that is red because an entry has expired says so at the top, and an update leaves the entry',
    server: 'faulty',
    text: entry({ expires: '2020-01-31' }),
    flags: ['--baseline-update'],
    code: 1,
    says: /^✗ 1 requirement broken.*\n {2}The baseline accepted limit-honoured until 2020-01-31\. Fix the finding and remove its entry, or\s+agree on another date\.\n/,
  },
  {
    name: 'the last day of an entry still counts, and the report says that it is near',
    server: 'faulty',
    text: entry({ expires: TODAY, more: '    owner: catalogue\n    ticket: 12\n' }),
    code: 0,
    says: /^✓ conformant, .*\n {2}The baseline accepts limit-honoured until [\d-]+\. Fix the finding and remove[\s\S]*\(owner: catalogue,\s+ticket: 12\)/,
  },
])('$name', async ({ server, text, flags = [], code, says }) => {
  const file = createFile('b.yaml', text)
  const result = await verify(server, '--baseline', file, ...flags)
  expect(result.stdout).toMatch(says)
  expect(result.code).toBe(code)
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test.for<[name: string, text: string | undefined, says: RegExp]>([
  ['no reason', entry().replace(/ *reason.*\n/, ''), /b\.yaml:2: findings\[0\]\.reason: .* got nothing\n/],
  ['no expiry', entry().replace(/ *expires.*\n/, ''), /b\.yaml:2: findings\[0\]\.expires: .* got nothing\n/],
  ['a day that does not exist', entry({ expires: '2027-02-30' }), /b\.yaml:4: .* got "2027-02-30"\n/],
  [
    'an id twice',
    entry({}) + entry({}).replace('findings:\n', ''),
    /b\.yaml:5: findings\[1\]\.id: two entries have this id/,
  ],
  [
    'a misspelt field',
    `${entry()}    intermitent: true\n`,
    /b\.yaml:5: .* field to be named intermittent, got true/,
  ],
  [
    'a firstSeen that is no day',
    `${entry()}    firstSeen: last week\n`,
    /b\.yaml:5: .*firstSeen: expected the day .*, got "last week"\n/,
  ],
  ['an unknown id', entry({ id: 'limit-honored' }), /b\.yaml:2: .*; did you mean limit-honoured\?/],
  ['no file', undefined, /b\.yaml does not exist; to create it, add --baseline-update\n/],
])('a baseline with %s is a usage error before the first request', async ([, text, says]) => {
  const file = join(createFolder(text === undefined ? {} : { 'b.yaml': text }), 'b.yaml')
  const { code, stdout, stderr } = await verify('dead', '--baseline', file)
  expect(stderr).toMatch(says)
  expect([code, stdout]).toEqual([2, ''])
})

const FILL = ['--reason', 'ships with 4.2', '--expires', '2099-12-31']
test('--baseline-update adds new findings with a reason and a date, and removes fixed findings', async () => {
  const file = join(createFolder(), 'new', 'b.yaml')
  const update = ['--baseline', file, '--baseline-update']
  const empty = /^findings: \[\]\n$/
  const first = await verify('faulty', ...update)
  expect(first.stderr).toContain(
    'b.yaml: to accept these findings, add the flags --reason and --expires: limit-honoured\n',
  )
  expect(first.code).toBe(1)
  expect(readFileSync(file, 'utf8')).toMatch(empty)

  const filled = await verify('faulty', ...update, ...FILL)
  expect(filled.stderr).toMatch(/added limit-honoured\n$/)
  // The baseline did not accept the violation yet when the run started.
  expect(filled.code).toBe(1)
  const completed = readFileSync(file, 'utf8')
  expect(completed).toContain(entry().slice('findings:\n'.length))
  const second = await verify('faulty', ...update)
  expect([second.code, second.stderr.includes('b.yaml')]).toEqual([0, false])
  expect(readFileSync(file, 'utf8')).toBe(completed)

  const incomplete = await verify('correct', ...update, '--max-requests', '30')
  expect(incomplete.code).toBe(3)
  expect(incomplete.stderr).toContain('b.yaml: unchanged, because the run is incomplete\n')
  expect(readFileSync(file, 'utf8')).toBe(completed)

  const fixed = await verify('correct', ...update)
  expect(fixed.stderr).toContain('b.yaml: removed limit-honoured\n')
  expect(fixed.code).toBe(0)
  expect(readFileSync(file, 'utf8')).toMatch(empty)
})

/** Verifies a server with this baseline, and writes a report in every format. */
async function verifyInEveryFormat(server: Server) {
  const [folder, file] = [createFolder(), createFile('b.yaml', entry())]
  const formats = [...reportFormats, 'har']
  const flags = formats.flatMap((format) => ['--report', `${format}=${join(folder, format)}`])
  const args = ['verify', ...(await start(server)), '--engine', 'probes', '--baseline', file, ...flags]
  const result = await plantStore(args, { GITHUB_OUTPUT: join(folder, 'outputs') })
  const read = (format: string): string => readFileSync(join(folder, format), 'utf8')
  return { ...result, file, har: join(folder, 'har'), read }
}

test('every format shows that a violation is in the baseline', async () => {
  const { code, stdout, file, har, read } = await verifyInEveryFormat('faulty')
  expect([code, stdout]).toEqual([0, expect.stringMatching(/exit 0\n$/)])
  const ACCEPTED = /accepted until 2099-12-31: ships with 4\.2/
  for (const format of reportFormats.filter((each) => !each.endsWith('json')))
    expect(read(format).replaceAll('\\', ''), format).toMatch(ACCEPTED)

  const report = JSON.parse(read('json'))
  const mark = { status: 'listed', reason: 'ships with 4.2', expires: '2099-12-31' }
  expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0, summary: { violations: 0, listed: 1 } })
  expect(report.baseline).toEqual({
    entries: 1,
    problems: [],
    distant: [
      { id: BROKEN, message: expect.stringContaining('until 2099-12-31'), place: { path: file, line: 2 } },
    ],
  })
  expect(report.findings.find(({ id }: { id: string }) => id === BROKEN)).toMatchObject({
    verdict: 'fail',
    baseline: mark,
  })
  expect(read('ndjson')).toContain(JSON.stringify(mark))
  expect(read('junit')).toContain('failures="0"')
  expect(read('github')).toMatch(/^::notice title=plant-store-kit%3A conformant::.*, 1 in the baseline$/m)
  expect(read('github')).not.toMatch(/^::error/m)
  expect(read('outputs')).toMatch(/conformant\nexit-code=0\nviolations=0\naccepted=1\nbaseline-stale=0\n$/)
  const suppressed = { ruleId: BROKEN, suppressions: [expect.anything()] }
  expect(JSON.parse(read('sarif')).runs[0].results).toContainEqual(expect.objectContaining(suppressed))
  const issue = { check_name: BROKEN, severity: 'info' }
  expect(JSON.parse(read('gitlab'))).toContainEqual(expect.objectContaining(issue))
  // The transcript does not contain the baseline.
  expect(await plantStore(['judge', har])).toMatchObject({ code: 1 })
  expect(await plantStore(['judge', har, '--baseline', file])).toMatchObject({ code: 0 })
})

test('every format shows the problems with the baseline', async () => {
  const { code, file, read } = await verifyInEveryFormat('correct')
  expect(code).toBe(1)
  for (const format of reportFormats) expect(read(format), format).toMatch(/limit.*honoured no longer occurs/)
  const place = { path: file, line: 2 }
  expect(JSON.parse(read('json')).baseline.problems).toMatchObject([{ id: BROKEN, place }])
  expect(read('junit')).toContain('failures="1"')
  expect(read('github')).toMatch(/^::error title=plant-store-kit%3A baseline%3A limit-honoured::/m)
  expect(read('outputs')).toMatch(/violations\nexit-code=1\nviolations=0\naccepted=0\nbaseline-stale=1\n$/)
})
