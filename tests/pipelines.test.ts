import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { DERIVED_FILES, updateText } from '../src/build/updateDocs.ts'
import { verifyFlags } from '../src/cli/flags.ts'
import { type Flag, flagName, flagVariable } from '../src/cli/options.ts'
import { startTestMock } from '../src/mock/mock.testing.ts'
import { createSelfSigned } from '../src/mock/tls/tls.ts'
import { startFaulty } from './commandLine.testing.ts'
import { createFile, createFolder } from './folder.testing.ts'
import {
  readAction,
  readActionStep,
  readGitlabStep,
  readWorkflowStep,
  readWorkflowSteps,
  systems,
} from './pipelines/readSteps.testing.ts'
import { runStep, type Step } from './pipelines/runner.testing.ts'
import { runProgram } from './runProgram.testing.ts'

const HOSTILE = `http://x/ "a" 'b' \\ ;touch pwned; $(touch pwned) \`touch pwned\` & # | {x: y} ::error::pwned`
const HOSTILE_LINES = `${HOSTILE}\ntouch pwned\n- --insecure`

const files = globSync(DERIVED_FILES)

test.each(files)('%s has the current version, flags, files and results', (file) => {
  const text = readFileSync(file, 'utf8')
  // If this test fails, run `npm run update`.
  expect(updateText(text)).toBe(text)
})

test('every action of another project is pinned by its commit, with its version as a comment', () => {
  const workflows = ['action.yml', ...globSync(['.github/workflows/*.yml', 'deploy/pipelines/*.yml'])]
  const lines = workflows.flatMap((file) => readFileSync(file, 'utf8').match(/^.*\buses: .*$/gm) ?? [])
  expect(lines.length).toBeGreaterThan(12)
  const own = /uses: (?:\.\/|OWNER\/plant-store-kit@v)/
  expect(lines.filter((line) => !own.test(line) && !/@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
})

test('every Node.js image is pinned by its digest', () => {
  const text = [...files, ...globSync('.github/workflows/*.yml')]
    .map((file) => readFileSync(file, 'utf8'))
    .join('')
  const images = text.match(/\bnode:\d[^\s'"]*/g) ?? []
  expect(images.length).toBeGreaterThan(5)
  expect(images.filter((image) => !/^node:24\.[\d.]+-[a-z-]+@sha256:[\da-f]{64}$/.test(image))).toEqual([])
})

test("the image's lock file has the kit's dependencies, and the same engines as the tests", () => {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
  const [kit, lock, ours] = ['package.json', 'deploy/image/package-lock.json', 'package-lock.json'].map(read)
  // If this test fails, pack the kit as deploy/image/plant-store-kit.tgz, run `npm install --package-lock-only ./plant-store-kit.tgz`
  // there, and remove the kit's integrity.
  expect(lock.packages['node_modules/plant-store-kit'].dependencies).toEqual(kit.dependencies)
  expect(lock.packages['node_modules/plant-store-kit'].integrity).toBeUndefined()
  for (const name of ['dredd', '@stoplight/prism-cli'])
    expect(lock.packages[`node_modules/${name}`].version).toBe(ours.packages[`node_modules/${name}`].version)
})

test.each<[file: string, hostile: string, read: (inputs: Record<string, string>) => Step]>([
  ['action.yml', HOSTILE_LINES, (inputs) => readActionStep({ ...inputs, 'base-url': HOSTILE_LINES })],
  [
    'templates/verify.yml',
    HOSTILE,
    (inputs) =>
      readGitlabStep('templates/verify.yml', { ...inputs, 'base-url': '$STAGING' }, { STAGING: HOSTILE }),
  ],
])("%s passes each input unchanged to the variable of the input's flag", async (file, hostile, read) => {
  const flags = Object.entries<Flag>(verifyFlags).filter(
    ([key, { secret, type }]) =>
      key !== 'watch' && (file === 'action.yml' || (!secret && type !== 'repeatable')),
  )
  const inputs = Object.fromEntries(flags.map(([key]) => [flagName(key).slice(2), `${key} ${hostile}`]))
  if (file === 'action.yml')
    expect(Object.keys(readAction().inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)))
  const { code, calls, folder } = await runStep(read(inputs), { dry: true })
  expect(code).toBe(0)
  expect(calls).toHaveLength(1)
  for (const [key] of flags) expect(calls[0]?.env[flagVariable(key)]).toBe(`${key} ${hostile}`)
  expect(calls[0]?.args.slice(-4)).toEqual(['plant-store-kit', 'verify', '--', hostile])
  expect(existsSync(join(folder, 'pwned'))).toBe(false)
})

test('a tag cannot inject commands into the release', async () => {
  const tag = 'v1.0.0$(>pwned)`>pwned`;>pwned'
  const steps = readWorkflowSteps('.github/workflows/release.yml', { 'secrets.GITHUB_TOKEN': HOSTILE })
  const env = { GITHUB_REF_NAME: tag, GITHUB_REPOSITORY: 'Owner/plants', GITHUB_ACTOR: 'actor' }
  const programs = ['docker', 'gh', 'npm', 'node']
  const calls: string[][] = []
  for (const step of steps.filter(({ script }) => script !== '.ci/run')) {
    const result = await runStep({ ...step, env: { ...step.env, ...env } }, { recorded: programs })
    expect(result.code, result.stderr).toBe(0)
    expect(existsSync(join(result.folder, 'pwned'))).toBe(false)
    calls.push(...result.calls.map(({ args }) => args))
  }
  const flat = calls.map((args) => args.join(' '))
  expect(flat).toContain(`node .ci/releaseNotes.mjs Owner/plants ${tag}`)
  expect(flat).toContain('npm publish --provenance --access public ./release/plant-store-kit-*.tgz')
  expect(flat.find((call) => call.startsWith('docker buildx build'))).toContain(
    `--tag ghcr.io/owner/plants:${tag.slice(1)} deploy/image`,
  )
  expect(flat.find((call) => call.startsWith('gh'))).toContain(`release create ${tag} --repo Owner/plants`)
  expect(flat.join()).not.toContain(HOSTILE)
})

test("the release notes are the release's section of the changelog", async () => {
  const release = (kit: object, tag = 'v1.2.0') => {
    const cwd = createFolder({
      'package.json': JSON.stringify(kit),
      'CHANGELOG.md': '# Changelog\n\n## 1.2.0 (today)\n\n- One.\n\n## 1.1.0\n\n- Two.\n',
    })
    return runProgram(process.execPath, [resolve('.ci/releaseNotes.mjs'), 'owner/plants', tag], { cwd })
  }
  const repository = { url: 'git+https://github.com/owner/plants.git' }
  expect(await release({ version: '1.2.0', repository })).toEqual({ code: 0, stdout: '- One.\n', stderr: '' })
  const { code, stdout, stderr } = await release({ version: '1.2.0' }, 'v1.3.0')
  expect(code).toBe(1)
  expect(stdout).toBe('')
  for (const part of ['repository', 'version 1.3.0', '"## 1.3.0"']) expect(stderr).toContain(part)
  const other = { url: 'git+https://github.com/someone/plants.git' }
  const wrong = await release({ version: '1.2.0', repository: other })
  expect(wrong.stderr).toContain('someone/plants')
})

test.each(Object.entries(systems))('%s passes a hostile base URL and token unchanged', async (_, read) => {
  const { code, calls, folder } = await runStep(read(HOSTILE_LINES, HOSTILE_LINES), { dry: true })
  expect(code).toBe(0)
  expect(calls).toHaveLength(1)
  expect(calls[0]?.args.at(-1)).toBe(HOSTILE_LINES)
  expect(calls[0]?.env.PLANT_STORE_TOKEN).toBe(HOSTILE_LINES)
  expect(existsSync(join(folder, 'pwned'))).toBe(false)
})

test.each<[string[], Record<string, string>]>([
  [['--port', '4999'], {}],
  [['--port=4999', '--tls'], {}],
  [[], { PLANT_STORE_PORT: '4999' }],
  [['--fault', 'limit-off-by-one', '--port', '4999'], {}],
])(
  "the image's health check finds the server that the flags %j and the variables %j start",
  async (flags, env) => {
    const tls = flags.includes('--tls') && { tls: createSelfSigned(['127.0.0.1']) }
    const isFault = flags.includes('--fault')
    const server = isFault ? await startFaulty('limit-off-by-one', () => {}) : await startTestMock({ ...tls })
    const { port } = new URL('url' in server ? server.url : server.baseUrl)
    const withPort = (word: string): string => word.replace('4999', port)
    const words = ['node', '/plant-store', 'mock', ...flags].map((word) => `${withPort(word)}\0`)
    const cmdline = createFile('cmdline', words.join(''))
    const text = readFileSync('deploy/image/isHealthy.mjs', 'utf8').replace('/proc/1/cmdline', cmdline)
    const program = createFile('isHealthy.mjs', text)
    const variables = Object.entries(env).map(([name, value]) => [name, withPort(value)])
    const check = () => runProgram(process.execPath, [program], { env: Object.fromEntries(variables) })
    expect(await check()).toMatchObject({ code: 0 })
    await server.close()
    expect((await check()).code).toBe(1)
  },
)

const monitors: Readonly<Record<string, (path: string, token?: string) => Step>> = {
  'deploy/pipelines/github-monitor.yml': (path: string) =>
    readWorkflowStep(path, { 'secrets.PLANT_STORE_TOKEN': '' }),
  'deploy/pipelines/gitlab-monitor.yml': (path: string) => readGitlabStep(path, {}),
}

test.each(Object.entries({ ...systems, ...monitors }))(
  '%s reports no violation if npm cannot install the kit',
  async (path, read) => {
    const step = read(path, '')
    const failing = { ...step, env: { ...step.env, NPM_EXIT: '1' } }
    expect(await runStep(failing, { dry: true })).toMatchObject({ code: 3, calls: [] })
  },
)

test.each(Object.entries(monitors))(
  '%s repeats only an incomplete run, and only once',
  async (path, read) => {
    const step = read(path)
    const monitor = (EXIT: string) =>
      runStep({ ...step, env: { ...step.env, BASE_URL: 'http://a.test', PAUSE: '0', EXIT } }, { dry: true })
    const runs = await Promise.all(['0', '1', '3'].map(monitor))
    expect(runs.map(({ code, calls }) => [code, calls.length])).toEqual([
      [0, 1],
      [1, 1],
      [3, 2],
    ])
  },
)

test("action.yml fails for a faulty server, as the action's outputs and the summary say", async () => {
  const { baseUrl, token } = await startFaulty('limit-off-by-one')
  const inputs = { 'base-url': baseUrl, token, plan: 'monitor', baseline: 'known.yaml' }
  const { code, outputs, summary, stdout, stderr, folder } = await runStep(readActionStep(inputs), {
    files: { 'known.yaml': 'findings: []\n' },
  })
  expect(code).toBe(1)
  expect(outputs).toMatchObject({ before: '1', verdict: 'violations', 'exit-code': '1', violations: '1' })
  expect(summary).toMatch(/^of an earlier step\n## ✗ 1 requirement broken[\s\S]*limit-honoured/)
  expect(stdout).not.toMatch(/^::/m)
  expect(stderr).toContain('::error title=plant-store-kit%3A limit-honoured::')
  for (const name of ['report.html', 'report.json'])
    expect(existsSync(join(folder, 'plant-store', name))).toBe(true)
  const named = Object.values(readAction().outputs).map(({ value }) => /outputs\.([\w-]+)/.exec(value)?.[1])
  expect(Object.keys(outputs)).toEqual(expect.arrayContaining(named))
})
