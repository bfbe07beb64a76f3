import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, onTestFinished, test } from 'vitest'
import type { Report } from '../src/judge/report.ts'
import type { Fleet } from '../src/report/fleet/fleet.ts'
import {
  findFreePort,
  plantStore,
  startFaulty,
  startPlantStore,
  startRawServer,
  startReferenceMock,
} from './commandLine.testing.ts'

type Entry = { name: string; baseUrl: string; [option: string]: unknown }

const VARIABLE = 'FLEET_TEST_TOKEN'
const COMMON = ['--engine', 'probes', '--timeout', '2000'] as const

/** A folder for the file of targets and for reports. */
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-fleet-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function writeTargets(folder: string, targets: readonly Entry[]): string {
  const file = join(folder, 'targets.json')
  writeFileSync(file, JSON.stringify(targets))
  return file
}

/** Servers with faults, named after them, and the token that they know. */
async function startFleet(...ids: string[]): Promise<{ targets: Entry[]; env: Record<string, string> }> {
  const targets: Entry[] = []
  let known = ''
  for (const id of ids) {
    const { baseUrl, token } = await startFaulty(id)
    targets.push({ name: id, baseUrl, tokenVariable: VARIABLE })
    known = token
  }
  return { targets, env: { [VARIABLE]: known } }
}

const readFleet = (file: string): Fleet => JSON.parse(readFileSync(file, 'utf8'))

const withoutTimes = (fleet: Fleet): unknown =>
  JSON.parse(JSON.stringify(fleet), (key, value) =>
    key === 'startedAt' || key === 'durationMs' ? undefined : value,
  )

test('several targets have one table, a report each, and the worst exit code', {
  timeout: 120_000,
}, async () => {
  const folder = createFolder()
  const { targets, env } = await startFleet('limit-off-by-one', 'limit-ignored', 'method-405-without-allow')
  const mock = await startReferenceMock()
  const all = [
    ...targets,
    { name: 'mock', baseUrl: mock, tokenCommand: 'echo token-alice' },
    { name: 'down', baseUrl: 'http://127.0.0.1:1' },
    { name: 'no-token', baseUrl: mock, tokenCommand: 'exit 3' },
  ]
  const { code, stdout, stderr } = await plantStore(
    [
      ...['verify', '--targets', writeTargets(folder, all), '--concurrency', '2', ...COMMON],
      ...['--report', 'terminal', '--report', `json=${folder}/all.json`],
      ...['--report', `html=${folder}/index.html`, '--report', `html=${folder}/pages/{name}.html`],
      ...['--report', `markdown=${folder}/all.md`, '--report', `junit=${folder}/{name}.xml`],
    ],
    env,
  )
  expect(stderr).toBe('testing 6 targets …\n')
  expect(code).toBe(1)
  expect(stdout).toMatch(/^✗ 2 of 6 targets break the contract, 2 are incomplete {3}.* exit 1\n/)
  expect(stdout).toMatch(/✗ limit-ignored +1 broken +✗ +✓\n✗ limit-off-by-one +1 broken +✗ +✓\n/)
  expect(stdout).toMatch(/! down +incomplete +– +–\n +The target could not be reached/)
  expect(stdout).toMatch(/! no-token +incomplete +– +–\n +not tested: --token-command ended with exit code 3/)
  expect(stdout).toMatch(
    /✓ method-405-without-allow +conformant, 1 warning +✓ +!\n✓ mock +conformant +✓ +✓\n/,
  )
  expect(stdout).toMatch(/^1 ✗ limit-honoured .*\n {4}2 of 6: limit-ignored, limit-off-by-one\n2 ! method-/m)

  const fleet = readFleet(join(folder, 'all.json'))
  const schema = JSON.parse(readFileSync('spec/fleet.schema.json', 'utf8'))
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
  expect(validate(fleet), JSON.stringify(validate.errors)).toBe(true)
  expect(fleet.targets.map(({ target, exitCode }) => [target.name, exitCode])).toEqual([
    ['down', 3],
    ['limit-ignored', 1],
    ['limit-off-by-one', 1],
    ['method-405-without-allow', 0],
    ['mock', 0],
    ['no-token', 3],
  ])
  expect(fleet.summary).toEqual({ targets: 6, conformant: 2, violations: 2, incomplete: 2 })
  // What was not tested is not passed.
  expect(fleet.targets.at(-1)?.results).toEqual({})

  // One that was never tested has no report.
  const tested = ['down', 'limit-ignored', 'limit-off-by-one', 'method-405-without-allow', 'mock']
  expect(readdirSync(join(folder, 'pages')).sort()).toEqual(tested.map((name) => `${name}.html`))
  expect(readFileSync(join(folder, 'limit-ignored.xml'), 'utf8')).toContain('plant-store limit-ignored')
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  expect(page).toContain('<a href="pages/limit-ignored.html"><b>limit-ignored</b></a>')
  expect(readFileSync(join(folder, 'all.md'), 'utf8')).toContain(
    '| ✗ | ` limit-ignored ` | 1 broken | ✗ | ✓ |',
  )
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name) && name !== 'targets.json')
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  for (const text of [stdout, stderr, ...texts]) expect(text).not.toContain(env[VARIABLE])
})

test('the parts of a fleet merge to the report of one run, apart from times', {
  timeout: 120_000,
}, async () => {
  const folder = createFolder()
  const { targets, env } = await startFleet('limit-ignored')
  const mock = await startReferenceMock()
  const file = writeTargets(folder, [
    ...targets,
    { name: 'mock-10', baseUrl: mock, tokenCommand: 'echo token-alice' },
    { name: 'mock-2', baseUrl: mock, tokenCommand: 'echo token-alice' },
  ])
  const run = (name: string, ...more: string[]) =>
    plantStore(
      ['verify', '--targets', file, ...COMMON, '--report', `json=${folder}/${name}.json`, ...more],
      env,
    )
  const codes = [await run('whole'), await run('1', '--shard', '1/2'), await run('2', '--shard', '2/2')]
  expect(codes.map(({ code }) => code)).toEqual([1, 1, 0])
  const whole = readFleet(join(folder, 'whole.json'))
  expect(whole.targets.map(({ target }) => target.name)).toEqual(['limit-ignored', 'mock-2', 'mock-10'])
  expect(readFleet(join(folder, '2.json'))).toMatchObject({
    shards: { count: 2, done: [2] },
    summary: { targets: 1 },
  })
  const parts = ['2', '1'].map((name) => join(folder, `${name}.json`))
  const merged = await plantStore(['merge', ...parts, '--report', `json=${folder}/merged.json`])
  expect(merged.code).toBe(1)
  expect(merged.stdout).toContain('✗ 1 of 3 targets breaks the contract')
  expect(withoutTimes(readFleet(join(folder, 'merged.json')))).toEqual(withoutTimes(whole))

  const missing = await plantStore(['merge', join(folder, '2.json'), '--report', 'json'])
  expect(missing.code).toBe(3)
  expect(JSON.parse(missing.stdout)).toMatchObject({
    reasons: [expect.stringMatching(/^1 shard of 2 is missing: 1\./)],
    shards: { count: 2, done: [2] },
  })
  const twice = await plantStore(['merge', join(folder, '1.json'), join(folder, 'whole.json')])
  expect(twice).toMatchObject({ code: 2, stdout: '' })
  expect(twice.stderr).toMatch(/whole\.json: the target .* is in .*1\.json, too\n$/)
})

test('reports of single targets merge, too, and the worst verdict counts', { timeout: 120_000 }, async () => {
  const folder = createFolder()
  const mock = await startReferenceMock()
  const verify = async (name: string, baseUrl: string): Promise<string> => {
    const file = join(folder, `${name}.json`)
    const args = ['verify', baseUrl, '--name', name, '--token', 'token-alice', ...COMMON]
    await plantStore([...args, '--report', `json=${folder}/{name}.json`])
    return file
  }
  const files = [await verify('up', mock), await verify('down', 'http://127.0.0.1:1')]
  const { code, stdout } = await plantStore(['merge', ...files])
  expect(code).toBe(3)
  expect(stdout).toContain('! 1 of 2 targets is incomplete')
  const other = join(folder, 'other.json')
  const [text] = files.map((file) => readFileSync(file, 'utf8'))
  const renamed = text?.replace('"name": "up"', '"name": "other"') ?? ''
  for (const [from, message] of [
    [/(?<="sha256": ")[0-9a-f]{8}/, 'it is about another contract than'],
    [/(?<=plant-store-kit",\s*"version": ")[^"]*/, 'expected the version of the kit that wrote'],
  ] as const) {
    writeFileSync(
      other,
      renamed.replace(from, (found) => found.replaceAll(/[0-9a-f]/g, '7')),
    )
    const refused = await plantStore(['merge', ...files, other])
    expect(refused.stderr).toContain(`${other}: ${message}`)
    expect(refused.code).toBe(2)
  }
  const none = await plantStore(['merge', 'package.json'])
  expect(none.code).toBe(2)
  expect(none.stderr).toContain('package.json: not a JSON report of the kit')
})

test('targets that share a baseline cannot update it, and names in other scripts stay apart', async () => {
  const folder = createFolder()
  const { targets, env } = await startFleet('limit-ignored')
  const [target] = targets
  const all = ['ä', 'ö'].map((name) => ({ ...target, name, baseUrl: target?.baseUrl ?? '' }))
  const file = writeTargets(folder, all)
  const verify = (baseline: string) =>
    plantStore(
      ['verify', '--targets', file, ...COMMON, '--baseline', join(folder, baseline), '--baseline-update'],
      env,
    )
  const shared = await verify('b.yaml')
  expect(shared.stderr).toMatch(
    /ä and ö would both write .*b\.yaml; expected a file for each: put \{name\} into its path\n$/,
  )
  expect({ code: shared.code, isWritten: existsSync(join(folder, 'b.yaml')) }).toEqual({
    code: 2,
    isWritten: false,
  })
  expect(await verify('{name}.yaml')).toMatchObject({ code: 1 })
  for (const { name } of all)
    expect(readFileSync(join(folder, `${name}.yaml`), 'utf8').match(/- id: limit-honoured/g)).toHaveLength(1)
})

test('a report of several targets is not taken for that of one, nor one without targets for a fleet', async () => {
  const folder = createFolder()
  const fleet = join(folder, 'fleet.json')
  const targets = writeTargets(folder, [{ name: 'down', baseUrl: 'http://127.0.0.1:1' }])
  const { stderr: progress } = await plantStore([
    ...['verify', '--targets', targets, ...COMMON, '--report', `json=${fleet}`],
  ])
  expect(progress).toBe('testing 1 target …\n')
  for (const args of [
    ['report', fleet],
    ['compare', fleet, fleet],
    ['replay', fleet, 'limit-honoured'],
  ]) {
    const { code, stderr } = await plantStore(args)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `plant-store: ${fleet}: it is about several targets; expected the report of one, which --report json={name}.json writes\n`,
    })
  }
  writeFileSync(fleet, JSON.stringify({ ...readFleet(fleet), targets: [] }))
  const empty = await plantStore(['merge', fleet])
  expect(empty.stderr).toMatch(/not a JSON report of the kit: \/targets: expected .*\n$/)
  expect(empty.code).toBe(2)
})

test('a thread tests one server after another, and a new one follows after an error of the kit', async () => {
  const folder = createFolder()
  const preload = `import { writeSync } from 'node:fs'
    import net from 'node:net'
    import { isMainThread } from 'node:worker_threads'
    const { write } = net.Socket.prototype
    if (!isMainThread) writeSync(2, 'thread ')
    net.Socket.prototype.write = function (chunk, ...rest) {
      if (String(chunk).includes('X-Fail')) setImmediate(() => { throw new Error('a mistake') })
      return write.call(this, chunk, ...rest)
    }`
  const mock = await startReferenceMock()
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    name,
    baseUrl: mock,
    tokenVariable: VARIABLE,
    ...(name === 'c' && { header: ['X-Fail: 1'] }),
  }))
  const { code, stderr } = await plantStore(
    [
      ...['verify', '--targets', writeTargets(folder, all), '--concurrency', '1', ...COMMON],
      ...['--report', `json=${folder}/all.json`],
    ],
    {
      [VARIABLE]: 'token-alice',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
    },
  )
  expect(code).toBe(3)
  const { targets } = readFleet(join(folder, 'all.json'))
  expect(targets.map(({ verdict }) => verdict)).toEqual([
    ...['conformant', 'conformant', 'incomplete', 'conformant', 'conformant'],
  ])
  expect(targets[2]?.reasons).toEqual(['The run was stopped early: the kit itself failed: a mistake.'])
  // The first one loads while the command reads its inputs.
  expect(stderr.match(/thread /g)).toHaveLength(2)
})

test('an interrupted fleet reports what was tested, and starts nothing more', async () => {
  const folder = createFolder()
  const { targets, env } = await startFleet('limit-ignored')
  const silent = await startRawServer(() => {})
  const all = [...targets, { name: 'silent', baseUrl: silent }, { name: 'waiting', baseUrl: silent }]
  const { child, ended } = startPlantStore(
    [
      ...['verify', '--targets', writeTargets(folder, all), '--concurrency', '1', '--engine', 'probes'],
      ...[
        '--timeout',
        '60000',
        '--report',
        `json=${folder}/all.json`,
        '--report',
        `json=${folder}/of-{name}.json`,
      ],
    ],
    { env },
  )
  const first = join(folder, 'of-limit-ignored.json')
  while (!existsSync(first)) await pause(50)
  await pause(500)
  child.kill('SIGINT')
  const { code, stderr } = await ended
  expect(stderr).toContain('interrupted; reporting what was tested so far')
  expect(code).toBe(1)
  const { targets: results } = readFleet(join(folder, 'all.json'))
  expect(results.map(({ target, verdict }) => [target.name, verdict])).toEqual([
    ['limit-ignored', 'violations'],
    ['silent', 'incomplete'],
    ['waiting', 'incomplete'],
  ])
  expect(results.at(-1)?.reasons).toEqual(['not tested: interrupted by SIGINT'])
  expect(existsSync(join(folder, 'of-waiting.json'))).toBe(false)
})

test('a target whose variable is not set is incomplete, and the others are tested', async () => {
  const folder = createFolder()
  const { targets, env } = await startFleet('limit-off-by-one')
  const file = writeTargets(folder, [
    ...targets,
    { name: 'fork', baseUrl: 'http://127.0.0.1:1', tokenVariable: 'FORK_TOKEN' },
  ])
  const { code, stdout } = await plantStore(['verify', '--targets', file, ...COMMON], {
    ...env,
    FORK_TOKEN: '',
  })
  expect(stdout).toMatch(/! fork +incomplete[\s\S]*not tested: FORK_TOKEN is not set/)
  expect(stdout).toContain('1 of 2 targets breaks the contract, 1 is incomplete')
  expect(code).toBe(1)
})

test('each target starts its own server on a free port', async () => {
  const folder = createFolder()
  const start = `"${process.execPath}" "${join(import.meta.dirname, 'startServer.test-data.mjs')}" {port} serves`
  const all = ['one', 'two'].map((name) => ({ name, baseUrl: 'http://127.0.0.1:{port}', start }))
  const args = ['verify', '--targets', writeTargets(folder, all), ...COMMON, '--start-log']
  const env = { PLANT_STORE_TOKEN: 'a-valid-token' }
  const { code, stdout } = await plantStore([...args, join(folder, '{name}.log')], env)
  expect(code).toBe(1)
  expect(stdout).toMatch(/✗ one .*\n✗ two /)
  expect(readdirSync(folder).sort()).toEqual(['one.log', 'targets.json', 'two.log'])
  const shared = await plantStore([...args, join(folder, 'server.log')], env)
  expect(shared.stderr).toMatch(/one and two would both write .*server\.log; expected a file for each/)
  expect(shared.code).toBe(2)
})

test('on GitHub, each target has an annotation, and the summary has the table', async () => {
  const folder = createFolder()
  const { targets, env } = await startFleet('limit-ignored', 'method-405-without-allow')
  const summary = join(folder, 'summary.md')
  const outputs = join(folder, 'outputs')
  const { code, stderr } = await plantStore(
    ['verify', '--targets', writeTargets(folder, targets), ...COMMON, '--report', 'github'],
    { ...env, GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: outputs },
  )
  expect(code).toBe(1)
  expect(stderr).toContain('::error title=plant-store%3A limit-ignored::1 broken%0Alimit-honoured\n')
  expect(stderr).not.toContain('method-405-without-allow')
  expect(readFileSync(summary, 'utf8')).toContain('| ✗ | ` limit-ignored ` | 1 broken |')
  expect(readFileSync(outputs, 'utf8')).toMatch(/violations<<(\S+)\n1\n\1/)
})

test.for([
  [
    ['--report', 'junit=out/report.xml'],
    /put \{name\} into its path, as in --report junit=out\/report-\{name\}\.xml; only terminal, html, markdown, github and json/,
  ],
  [
    ['--report', 'sarif'],
    /expected a sarif report for each target: .* --report sarif=report-\{name\}\.sarif/,
  ],
  [['http://127.0.0.1:1'], /expected a base URL or --targets, got both/],
  [['--name', 'x'], /expected no --name with --targets/],
  [
    ['--shard', '0/2'],
    /--shard: expected a part such as 2\/4, the second of four, got "0\/2"; parts count from 1/,
  ],
  [['--shard', '2/2'], /--shard 2\/2: .* has only 1 target, so this part has none/],
  [['--concurrency', '0'], /--concurrency: expected a number of servers from 1 to 64/],
  [['--cert', 'absent.pem'], /targets\.json: target only: expected cert and key, got only cert/],
  [['--expect', 'absent.yaml'], /targets\.json: target only: cannot read absent\.yaml/],
  [['--contract', 'absent.yaml'], /absent\.yaml/],
  [
    ['--report', 'json={name}.json', '--report', 'html={name}.json'],
    /expected a different file for each report/,
  ],
] as const)('%j with --targets is a usage error before the first request', async ([args, message]) => {
  const folder = createFolder()
  const port = await findFreePort()
  const file = writeTargets(folder, [{ name: 'only', baseUrl: `http://127.0.0.1:${port}` }])
  const { code, stdout, stderr } = await plantStore(['verify', '--targets', file, ...args])
  expect(stderr).toMatch(message)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

test('Prism and Dredd test one target of a fleet after another, with the results of single runs', {
  timeout: 120_000,
}, async () => {
  const folder = createFolder()
  const { targets, env } = await startFleet('type-html', 'name-missing', 'limit-ignored')
  const readEngines = (name: string): unknown => {
    const { engines } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Report
    return engines.map(({ durationMs: _, ...engine }) => engine)
  }
  await plantStore(
    [
      ...['verify', '--targets', writeTargets(folder, targets), '--concurrency', '1'],
      ...['--report', `json=${folder}/{name}.json`],
    ],
    env,
  )
  for (const { name, baseUrl } of targets) {
    const file = join(folder, `${name}-alone.json`)
    await plantStore(['verify', baseUrl, '--report', `json=${file}`], {
      PLANT_STORE_TOKEN: env[VARIABLE] ?? '',
    })
    expect(readEngines(name)).toEqual(readEngines(`${name}-alone`))
  }
  expect(readEngines('type-html')).toMatchObject(
    ['probes', 'prism', 'dredd'].map((name) => ({ name, status: 'completed', claims: expect.any(Number) })),
  )
})

test.for([
  [['--shard', '1/2'], /expected --targets with --shard/],
  [['--concurrency', '2'], /expected --targets with --concurrency/],
  [['--report', 'json={name}.json'], /expected --name with letters, .* because \{name\}\.json has \{name\}/],
  [['--report', 'json={name}.json', '--name', '../x'], /got "\.\.\/x"/],
] as const)('%j without --targets is a usage error', async ([args, message]) => {
  const { code, stderr } = await plantStore(['verify', 'http://127.0.0.1:1', ...args])
  expect(stderr).toMatch(message)
  expect(code).toBe(2)
})
