import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { plantStore, startFaulty, startReferenceMock } from './commandLine.testing.ts'
import { createFile, createFolder } from './folder.testing.ts'
import { findHarErrors } from './har.testing.ts'

type OnEnd = (end: () => Promise<void> | void) => void

/** Verifies a faulty server, and saves the report and the HTTP archive. */
async function verifyFaulty(id: string, onEnd: OnEnd = onTestFinished) {
  const { baseUrl, token } = await startFaulty(id, onEnd)
  const folder = createFolder({}, onEnd)
  const [file, har] = [join(folder, 'report.json'), join(folder, 'run.har')]
  const reports = `--report json=${file} --report har=${har}`
  const { code } = await plantStore(`verify ${baseUrl} --token ${token} --engine probes ${reports}`)
  return { baseUrl, token, file, har, code }
}

/** The run for most tests. The run's server still answers. */
const offByOne = await verifyFaulty('limit-off-by-one', afterAll)

test('replay exits with 1 while the server has the violation, and with 0 on a server without it', async () => {
  const { baseUrl, file, token } = offByOne
  const broken = await plantStore(`replay ${file} limit-honoured --base-url ${baseUrl} --token ${token}`)
  expect(broken.stdout).toMatch(
    /✗ fails: the request alone, 2 requests[\s\S]*GET \/plants\?limit=\d+[\s\S]*expected +at most/,
  )
  expect(broken).toMatchObject({ code: 1, stderr: '' })
  const url = await startReferenceMock()
  const sound = await plantStore(`replay ${file} limit-honoured --base-url ${url} --token token-alice`)
  expect(sound.stdout).toMatch(
    /✓ passes: the request alone, 2 requests[\s\S]*✓ passes: the whole plan[\s\S]*exit 0/,
  )
  expect(sound).toMatchObject({ code: 0, stderr: '' })
})

test('replay sends a token only to a base URL from the command line', async () => {
  for (const flags of [
    '--token s3cret',
    '--token-command true',
    '--other-token s3cret',
    '--header X-Key:s3cret',
    `--cert ${import.meta.filename} --key ${import.meta.filename}`,
  ]) {
    const { code, stdout, stderr } = await plantStore(`replay ${offByOne.file} limit-honoured ${flags}`)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain("expected --base-url with the server's address")
  }
})

test('replay without a token exits with 3, and says only that it needs a token', async () => {
  const { code, stdout } = await plantStore(`replay ${offByOne.file} limit-honoured`, {
    PLANT_STORE_TOKEN: '',
  })
  expect(stdout).toContain('The server requires a token, and none was given.')
  expect(stdout).not.toContain('at least two plants')
  expect(code).toBe(3)
})

/** Runs a command with a usage error. Resolves to the message. */
async function fail(command: string): Promise<string> {
  const { code, stderr } = await plantStore(command)
  expect(code).toBe(2)
  return stderr
}

test('replay exits with 2 for a check that passed, an unknown id, another file, and another contract', async () => {
  const { file, har } = offByOne
  expect(await fail(`replay ${file} json-syntax`)).toMatch(
    /expected the id of a check .*, got "json-syntax", which has the verdict pass; this report has violations of limit-honoured/,
  )
  expect(await fail(`replay ${file}`)).toMatch(/got none; this report has violations of limit-honoured/)
  expect(await fail(`replay ${file} limit-honored`)).toMatch(/did you mean limit-honoured\?/)
  expect(await fail(`replay ${har} limit-honoured`)).toContain('expected a report of plant-store-kit verify')
  expect(await fail(`replay ${file} limit-honoured --contract examples/contracts/next.yaml`)).toContain(
    'the run in this report used another contract',
  )
})

test("judge reaches the run's verdict from the run's archive, which contains no token", async () => {
  const { har, file, code, token } = offByOne
  const text = readFileSync(har, 'utf8')
  expect(text).not.toContain(token)
  const again = join(createFolder(), 'again.json')
  const judged = await plantStore(`judge ${har} --report json=${again}`)
  expect(judged.code).toBe(code)
  const [first, second] = [file, again].map((each) => JSON.parse(readFileSync(each, 'utf8')))
  expect(second.findings).toEqual(first.findings)
  expect(second.verdict).toBe('violations')
})

test('judge exits with 2 for another file, another contract and the format har', async () => {
  const { har, file } = offByOne
  expect(await fail(`judge ${file}`)).toContain('written by plant-store-kit verify --report har')
  expect(await fail(`judge ${har} --contract examples/contracts/next.yaml`)).toContain(
    'the run used another contract',
  )
  expect(await fail(`judge ${har} --report har=x.har`)).toContain('--report: expected terminal')
  const text = '{"log":{"entries":[{"_plantStore":{}}],"_plantStore":{"format":1,"options":{}}}}'
  const broken = createFile('broken.har', text)
  expect(await fail(`judge ${broken}`)).toContain('broken.har')
  const damaged = readFileSync(har, 'utf8').replace('"exchanges":[', '"exchanges":[null,')
  expect(await fail(`judge ${createFile('damaged.har', damaged)}`)).toContain('cannot be judged')
  const long = damaged.replace('[null,', `[${'null,'.repeat(5_000)}`)
  expect(await fail(`judge ${createFile('long.har', long)}`)).toContain('expected at most 2,000 exchanges')
})

test('an archive is a valid HAR 1.2, with redirects, coded bodies and requests without a response', async () => {
  const ids = ['redirect-drops-query', 'gzip-declared-only', 'no-answer-in-company', 'json-utf-16-bom']
  for (const { har } of await Promise.all(ids.map((id) => verifyFaulty(id))))
    expect(findHarErrors(JSON.parse(readFileSync(har, 'utf8')))).toEqual([])
})
