import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Report } from '../src/judge/report.ts'
import {
  plantStore,
  startFaulty,
  startPlantStore,
  startRawServer,
  startReferenceMock,
} from './commandLine.testing.ts'
import { createFile, createFolder } from './folder.testing.ts'

type Entry = { name: string; baseUrl: string; [option: string]: unknown }

const VARIABLE = 'TARGETS_TEST_TOKEN'
const COMMON = ['--engine', 'probes', '--plan', 'monitor'] as const

function writeTargets(targets: readonly Entry[], concurrency = 4): string {
  return createFile('targets.json', JSON.stringify({ concurrency, targets }))
}

/** Starts servers with these faults, named after the faults. Returns the targets and the variable with the token. */
async function startServers(...ids: string[]): Promise<{ targets: Entry[]; env: Record<string, string> }> {
  const targets: Entry[] = []
  let known = ''
  for (const id of ids) {
    const { baseUrl, token } = await startFaulty(id)
    targets.push({ name: id, baseUrl, token: `$${VARIABLE}` })
    known = token
  }
  return { targets, env: { [VARIABLE]: known } }
}

const readReport = (file: string): Report => JSON.parse(readFileSync(file, 'utf8'))

test('a run of several targets has one table, a report for each target, and the worst exit code', async () => {
  const folder = createFolder()
  const { targets, env } = await startServers('limit-off-by-one', 'limit-ignored', 'method-405-without-allow')
  const mock = await startReferenceMock()
  const all = [
    ...targets,
    { name: 'mock', baseUrl: mock, tokenCommand: 'echo token-alice' },
    { name: 'down', baseUrl: 'http://127.0.0.1:1' },
    { name: 'no-token', baseUrl: mock, tokenCommand: 'exit 3' },
  ]
  const { code, stdout, stderr } = await plantStore(
    [
      ...['verify', '--targets', writeTargets(all, 2), '--engine', 'probes'],
      ...['--report', 'terminal', '--report', `json=${folder}/{name}.json`],
      ...['--report', `html=${folder}/index.html`, '--report', `html=${folder}/pages/{name}.html`],
      ...['--report', `markdown=${folder}/all.md`, '--report', `junit=${folder}/{name}.xml`],
      ...['--report', 'github'],
    ],
    { ...env, GITHUB_STEP_SUMMARY: join(folder, 'summary.md'), GITHUB_OUTPUT: join(folder, 'outputs.txt') },
  )
  expect(stderr.match(/^plant-store-kit: tested [\w-]+, \d of 6: \w+$/gm)).toHaveLength(6)
  expect(code).toBe(1)
  expect(stdout).toMatch(/^✗ violations in 2 of 6 targets, ! 2 incomplete {3}.* exit 1\n/)
  expect(stdout).toMatch(
    /✗ limit-off-by-one +1 broken\n +✗ limit-ignored +1 broken\n[\s\S]*2 of 6: limit-off-by-one,\s+limit-ignored\n/,
  )
  expect(stdout).toMatch(/\n {2}down: The target could not be reached/)
  expect(stdout).toMatch(/\n {2}no-token: No request was sent: --token-command ended with exit code 3/)
  expect(stdout).toMatch(/✓ method-405-without-allow +conformant, 1 warning\n +✓ mock +conformant\n/)

  // Every target has reports, even a target that could not be tested.
  const exitCodes = all.map(({ name }) => [name, readReport(join(folder, `${name}.json`)).exitCode])
  expect(Object.fromEntries(exitCodes)).toEqual({
    down: 3,
    'limit-ignored': 1,
    'limit-off-by-one': 1,
    'method-405-without-allow': 0,
    mock: 0,
    'no-token': 3,
  })
  expect(readdirSync(join(folder, 'pages'))).toHaveLength(all.length)
  expect(readFileSync(join(folder, 'limit-ignored.xml'), 'utf8')).toContain('plant-store limit-ignored')
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('<code>limit-ignored</code>')
  for (const file of ['all.md', 'summary.md'])
    expect(readFileSync(join(folder, file), 'utf8')).toContain('| ✗ | ` limit-ignored ` | 1 broken |')
  expect(stderr).toContain('::error title=plant-store-kit%3A limit-ignored::1 broken\n')
  expect(stderr).toMatch(
    /^::error title=plant-store-kit%3A limit-honoured::.*2 of 6: limit-off-by-one, limit-/m,
  )
  expect(stderr).not.toMatch(/^::error .*method-405-without-allow/m)
  expect(readFileSync(join(folder, 'outputs.txt'), 'utf8')).toMatch(/^violations=2$/m)
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  for (const text of [stdout, stderr, ...texts]) expect(text).not.toContain(env[VARIABLE])
})

test('targets that share a baseline cannot update it, and targets with non-ASCII names get separate baselines', async () => {
  const folder = createFolder()
  const { targets, env } = await startServers('limit-ignored')
  const [target] = targets
  const all = ['ä', 'ö'].map((name) => ({ ...target, name, baseUrl: target?.baseUrl ?? '' }))
  const args = ['verify', '--targets', writeTargets(all), ...COMMON, '--baseline-update']
  const entry = ['--reason', 'later', '--expires', '2099-12-31']
  const verify = (baseline: string) =>
    plantStore([...args, ...entry, '--baseline', join(folder, baseline)], env)
  const { code, stderr } = await verify('b.yaml')
  expect(stderr).toMatch(/expected \{name\} in the path of --baseline \(a file for each .*b\.yaml\n$/)
  expect([code, existsSync(join(folder, 'b.yaml'))]).toEqual([2, false])
  expect(await verify('{name}.yaml')).toMatchObject({ code: 1 })
  for (const { name } of all)
    expect(readFileSync(join(folder, `${name}.yaml`), 'utf8').match(/- id: limit-honoured/g)).toHaveLength(1)
})

test('an interrupted run of several targets writes partial reports, and starts no further targets', async () => {
  const folder = createFolder()
  const { targets, env } = await startServers('limit-ignored')
  const { promise: waits, resolve } = Promise.withResolvers<void>()
  const silent = await startRawServer((socket) => void socket.once('data', () => resolve()))
  const all = [...targets, { name: 'silent', baseUrl: silent }, { name: 'waiting', baseUrl: silent }]
  const { child, ended } = startPlantStore(
    [
      ...['verify', '--targets', writeTargets(all, 1), ...COMMON],
      ...['--timeout', '60000', '--report', `json=${folder}/of-{name}.json`],
    ],
    { env },
  )
  await waits
  child.kill('SIGINT')
  const { code, stderr } = await ended
  expect(stderr).toContain('plant-store-kit: interrupted')
  expect(code).toBe(1)
  const [silentOne, waiting] = ['silent', 'waiting'].map((name) =>
    readReport(join(folder, `of-${name}.json`)),
  )
  expect(silentOne).toMatchObject({ verdict: 'incomplete' })
  expect(waiting).toMatchObject({ verdict: 'incomplete', requests: 0 })
  expect(waiting?.reasons).toEqual(['No request was sent: interrupted by SIGINT.'])
})

test('a target with a usage error is incomplete, and the other targets are tested', async () => {
  const baseUrl = await startReferenceMock()
  const file = writeTargets([
    { name: 'sound', baseUrl, tokenCommand: 'echo token-alice' },
    { name: 'fork', baseUrl, token: '$FORK_TOKEN' },
    { name: 'cert', baseUrl, cert: 'package.json' },
    { name: 'expect', baseUrl, expect: 'absent.yaml' },
  ])
  const { code, stdout } = await plantStore(['verify', '--targets', file, ...COMMON], { FORK_TOKEN: '' })
  const text = stdout.replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/^✓? ?.*1 of 4 targets? conformant, ! 3 incomplete .* exit 2 /)
  expect(text).toMatch(
    /fork: No request was sent: \S+targets\.json:\d+: targets\[1\]\.token: \$FORK_TOKEN is not set/,
  )
  expect(text).toContain('cert: No request was sent: expected --cert and --key together, got only --cert')
  expect(text).toMatch(/expect: No request was sent: \S+: targets\[3\]\.expect: cannot read absent\.yaml: no/)
  expect(code).toBe(2)
})

test('each target starts its own server on a free port', async () => {
  const folder = createFolder()
  const start = `"${process.execPath}" "${join(import.meta.dirname, 'startServer.test-data.mjs')}" {port} serves`
  const all = ['one', 'two'].map((name) => ({ name, baseUrl: 'http://127.0.0.1:{port}', start }))
  const args = ['verify', '--targets', writeTargets(all), ...COMMON]
  const env = { PLANT_STORE_TOKEN: 'a-valid-token' }
  const { code, stdout } = await plantStore([...args, '--start-log', join(folder, '{name}.log')], env)
  expect(code).toBe(1)
  expect(stdout).toMatch(/✗ one .*\n +✗ two /)
  expect(readdirSync(folder).sort()).toEqual(['one.log', 'two.log'])
})

test('a report on one target without {name} in its path is a usage error before the first request', async () => {
  const file = writeTargets([{ name: 'only', baseUrl: 'http://127.0.0.1:1' }])
  const args = ['verify', '--targets', file, '--report', 'junit=out/report.xml']
  const { code, stdout, stderr } = await plantStore(args)
  expect(stderr).toMatch(
    /--report junit: expected a file name with \{name\}, .* terminal, html, markdown and/,
  )
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

test.for([
  [[], '127.0.0.1-1.json'],
  [['--name', 'a/b'], 'a-b.json'],
  [['--name', '..'], '-.json'],
] as const)('with %j, {name} in the path of a report needs no --targets', async ([args, name]) => {
  const folder = createFolder()
  await plantStore(['verify', 'http://127.0.0.1:1', '--report', `json=${folder}/{name}.json`, ...args])
  expect(readdirSync(folder)).toEqual([name])
})
