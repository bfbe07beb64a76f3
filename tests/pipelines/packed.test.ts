import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packKit } from '../build.testing.ts'
import { PROGRAM, startFaulty, startReferenceMock } from '../commandLine.testing.ts'
import { createFolder } from '../folder.testing.ts'
import { runProgram } from '../runProgram.testing.ts'
import { readActionStep, readWorkflowStep, systems, useKit } from './readSteps.testing.ts'
import { listNpmSettings, runStep } from './runner.testing.ts'

const machine = createFolder({}, afterAll)
const npmCache = join(machine, 'npm')
let kit = ''

beforeAll(async () => {
  kit = `file:${await packKit(machine)}`
})

test.each(Object.entries(systems))(
  '%s passes for a correct server and fails for a faulty server',
  async (_, read) => {
    const { baseUrl, token } = await startFaulty('limit-off-by-one')
    const sound = await runStep(read(await startReferenceMock(), 'token-alice', kit), { npmCache })
    expect(sound.code, sound.stderr).toBe(0)
    expect(sound.stdout).toContain('✓ conformant')
    const faulty = await runStep(read(baseUrl, token, kit), { npmCache })
    expect(faulty.code, faulty.stderr).toBe(1)
    // The command starts with npx, because no `plant-store-kit` is on the PATH.
    expect(faulty.stdout).toMatch(
      /again +npx plant-store-kit replay plant-store\/report\.json limit-honoured/,
    )
    for (const { folder } of [sound, faulty]) {
      const report = JSON.parse(readFileSync(join(folder, 'plant-store/report.json'), 'utf8'))
      expect(report.kit.name).toBe('plant-store-kit')
      expect(existsSync(join(folder, 'plant-store/report.html'))).toBe(true)
    }
  },
)

test("the GitHub workflow starts the project's server, which is conformant", async () => {
  const step = readWorkflowStep('deploy/pipelines/github.yml')
  const scripts = { start: `"${process.execPath}" "${PROGRAM}" mock` }
  const { code, outputs, stderr } = await runStep(
    useKit({ ...step, env: { ...step.env, PLANT_STORE_TOKEN: 'token-alice' } }, kit),
    { npmCache, files: { 'package.json': JSON.stringify({ name: 'server', scripts }) } },
  )
  expect(code, stderr).toBe(0)
  expect(outputs).toMatchObject({ verdict: 'conformant' })
})

test('the action installs Prism and Dredd, without their scripts, and the kit finds them', async () => {
  const step = readActionStep({
    'base-url': await startReferenceMock(),
    token: 'token-alice',
    package: kit,
    engine: 'probes,prism,dredd',
    'install-engines': 'true',
  })
  const { code, folder, stderr } = await runStep(step, { npmCache })
  expect(code, stderr).toBe(0)
  const { engines } = JSON.parse(readFileSync(join(folder, 'plant-store/report.json'), 'utf8'))
  expect(engines.map(({ status }: { status: string }) => status)).toEqual(Array(3).fill('completed'))
})

test.each([
  [
    'deploy/pipelines/gitlab.yml',
    (text: string, url: string) =>
      text
        .replace(/BASE_URL: .*/, `BASE_URL: ${url}`)
        .replace(/ *PLANT_STORE_(START|TOKEN): .*\n/g, '')
        .replace('npm ci', 'echo installed'),
  ],
  [
    'templates/verify.yml',
    (_: string, url: string) =>
      `include:\n  - local: templates/verify.yml\n    inputs:\n      base-url: $SERVER\n      package: ${kit}\n      name: a "b" 'c' $(touch pwned)\nvariables:\n  SERVER: ${url}\n`,
  ],
])("gitlab-ci-local checks %s against GitLab's schema, and runs its job", async (path, edit) => {
  const { baseUrl, token } = await startFaulty('limit-off-by-one')
  const text = edit(readFileSync(path, 'utf8'), baseUrl)
  const { code, stdout, read } = await runGitlab(text, { PLANT_STORE_TOKEN: token }, 'plant-store')
  expect(stdout).toContain('limit-honoured')
  expect(code).toBe(1)
  const report = JSON.parse(read('plant-store/plant-store/report.json'))
  expect(report.verdict).toBe('violations')
  if (path === 'templates/verify.yml') expect(report.target.name).toBe(`a "b" 'c' $(touch pwned)`)
})

/** Runs a job of this pipeline with the packed kit. The returned `read` reads a file of the job's artifacts. */
async function runGitlab(text: string, variables: Record<string, string>, job: string) {
  const useFolder = (file: string) => file.replaceAll('/tmp/kit', join(machine, 'kit'))
  const project = createFolder({
    'templates/verify.yml': useFolder(readFileSync('templates/verify.yml', 'utf8')),
    '.gitlab-ci.yml': useFolder(text).replaceAll(/plant-store-kit@[\d.]+/g, kit),
  })
  const git = (...args: string[]) => spawnSync('git', ['-C', project, ...args])
  git('init', '--initial-branch', 'main')
  git('remote', 'add', 'origin', 'https://gitlab.example.com/group/project.git')
  git('add', '.')
  git('-c', 'user.email=a@example.com', '-c', 'user.name=A', 'commit', '--message', 'A project')
  const program = join(import.meta.dirname, '../node_modules/gitlab-ci-local/dist/index.js')
  const given = Object.entries(variables).flatMap(([name, value]) => ['--variable', `${name}=${value}`])
  const result = await runProgram(process.execPath, [program, '--force-shell-executor', ...given, job], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      HOME: machine,
      PLANT_STORE_ENGINE: 'probes',
      ...listNpmSettings(npmCache),
    },
  })
  expect(result.stdout + result.stderr).toContain('json schema validated')
  const read = (path: string) => readFileSync(join(project, '.gitlab-ci-local/artifacts', path), 'utf8')
  return { ...result, read }
}
