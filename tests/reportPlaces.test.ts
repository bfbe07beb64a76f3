import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  plantStore,
  startFaulty,
  startPlantStore,
  startRawServer,
  startReferenceMock,
} from './commandLine.testing.ts'
import { createFile, createFolder } from './folder.testing.ts'

const OLD = 'the report of the run before'

/** Returns the arguments of a conformant run that writes these reports. */
async function verifyReference(...reports: readonly string[]): Promise<string[]> {
  const flags = reports.flatMap((report) => ['--report', report])
  return ['verify', await startReferenceMock(), '--token', 'token-alice', '--plan', 'monitor', ...flags]
}

test("the kit creates missing folders, and keeps a file's permissions and the link to the file", async () => {
  const folder = createFolder({ 'report.json': OLD })
  const file = join(folder, 'report.json')
  chmodSync(file, 0o640)
  symlinkSync('report.json', join(folder, 'latest.json'))
  const args = await verifyReference(`json=${folder}/latest.json`, `junit=${folder}/a/b/report.xml`)
  expect(await plantStore(args)).toMatchObject({ code: 0 })
  expect(lstatSync(join(folder, 'latest.json')).isSymbolicLink()).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o640)
  expect(JSON.parse(readFileSync(file, 'utf8')).verdict).toBe('conformant')
  expect(readFileSync(join(folder, 'a/b/report.xml'), 'utf8')).toMatch(/<\/testsuites>\n$/)
  expect(readdirSync(folder).sort()).toEqual(['a', 'latest.json', 'report.json'])
})

/** Returns the result of a conformant run that writes this report. A shell redirects the run's streams. */
async function verifyRedirected(report: string, redirection: string) {
  const shell = `exec "$0" "$@" ${redirection}`
  return startPlantStore(await verifyReference(report), { shell }).ended
}

test('the kit appends to the file that standard output is redirected to, even through its device', async () => {
  const file = createFile('log', `${OLD}\n`)
  for (const report of ['json', 'json=/dev/stdout'])
    expect(await verifyRedirected(report, `>> ${file}`)).toMatchObject({ code: 0 })
  const [first, ...reports] = readFileSync(file, 'utf8').split(/^(?=\{$)/m)
  expect(first).toBe(`${OLD}\n`)
  expect(reports.map((text) => JSON.parse(text).verdict)).toEqual(['conformant', 'conformant'])
})

test('two reports in the same place are a usage error before the first request, even if the spellings of the place differ', async () => {
  const url = await startRawServer(() => expect.fail('a connection'))
  const folder = createFolder({ file: OLD })
  const at = (name: string): string => join(folder, name)
  symlinkSync('file', at('linked'))
  const pairs = [
    [`=${at('missing')}`, `=${folder}/./x/../missing`],
    [`=${at('file')}`, `=${at('linked')}`],
    ['', '=/dev/stdout'],
  ]
  for (const [one, other] of pairs) {
    const { code, stderr } = await plantStore(`verify ${url} --report json${one} --report junit${other}`)
    expect(code, `${one} ${other}`).toBe(2)
    expect(stderr).toMatch(
      /: json and junit both go to .*; write one of these reports to another file: --report junit=FILE\n$/,
    )
  }
})

test('the verdict is on standard output, or on standard error if standard output has a data report', async () => {
  const { baseUrl, token } = await startFaulty('limit-ignored')
  const file = join(createFolder(), 'report')
  const verdict = /^✗ 1 requirement broken .*\n[\s\S]*limit-honoured[\s\S]*exit 1$/m
  const verify = `verify ${baseUrl} --token ${token} --plan monitor --report`
  for (const reports of [`json=${file}`, `terminal --report json=${file}`])
    expect(await plantStore(`${verify} ${reports}`)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(verdict),
    })
  const { code, stdout, stderr } = await plantStore(`${verify} junit --report json=${file}`)
  expect([code, stderr]).toEqual([1, expect.stringMatching(verdict)])
  expect(stdout).not.toContain('requirement broken')
  const shell = 'set -o pipefail; "$0" "$@" | head -1'
  expect(await startPlantStore(`${verify} terminal`, { shell }).ended, 'a reader that leaves').toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^✗ 1 requirement broken .*\n$/),
  })
})

test('the verdict is on standard error if standard output is full, and a full output is not reported as an error in the kit', async () => {
  for (const report of ['terminal', 'json']) {
    const { code, stderr } = await verifyRedirected(report, '> /dev/full')
    expect(code).toBe(3)
    expect(stderr).toContain(
      `cannot write the ${report} report to standard output: no space left on device\n`,
    )
    if (report === 'json') expect(stderr).toContain('✓ conformant')
    expect(stderr).not.toContain('sorry')
  }
  for (const redirection of ['2> /dev/full', '2>&-'])
    expect(await verifyRedirected('terminal', redirection)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('✓ conformant'),
    })
  const { ended } = startPlantStore(['checks'], { shell: 'exec "$0" "$@" > /dev/full' })
  expect(await ended).toMatchObject({
    code: 3,
    stderr: 'plant-store-kit: cannot write to standard output: ENOSPC\n',
  })
})

test('if a token command fails or is interrupted, the old report stays', async () => {
  const file = createFile('report.json', OLD)
  const args = ['verify', 'http://127.0.0.1:1', '--report', `json=${file}`, '--token-command']
  expect(await plantStore([...args, 'exit 4'])).toMatchObject({ code: 2 })
  const started = join(createFolder(), 'started')
  const { child, ended } = startPlantStore([...args, `touch ${started}; exec sleep 600`])
  while (!existsSync(started)) await pause(20)
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringContaining('plant-store-kit: interrupted before the first request\n'),
  })
  expect(execFileSync('ps', ['-A', '-o', 'ppid='], { encoding: 'utf8' })).not.toMatch(
    new RegExp(`^\\s*${child.pid}$`, 'm'),
  )
  expect(readFileSync(file, 'utf8')).toBe(OLD)
})

test('the error for an unusable temporary folder says what to do', async () => {
  const TMPDIR = createFile('file', '')
  const advice = 'set TMPDIR to a writable folder'
  const url = await startReferenceMock()
  const verify = `verify ${url} --token token-alice --report json`
  const { code, stdout } = await startPlantStore(verify, { env: { TMPDIR } }).ended
  expect(code).toBe(3)
  const { reasons } = JSON.parse(stdout)
  expect(reasons).toHaveLength(2)
  for (const reason of reasons) expect(reason).toContain(advice)
  const mock = await startPlantStore('mock --port 0 --tls', { env: { TMPDIR } }).ended
  expect(mock).toMatchObject({ code: 2, stderr: expect.stringContaining(advice) })
})
