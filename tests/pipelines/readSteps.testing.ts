import { readFileSync } from 'node:fs'
import { parse, parseAllDocuments } from 'yaml'
import { type Step, shells } from './runner.testing.ts'

export type Action = {
  inputs: Record<string, { description: string; default?: string }>
  outputs: Record<string, { value: string }>
  runs: { steps: WorkflowStep[] }
}

type WorkflowStep = {
  name?: string
  id?: string
  run?: string
  shell?: string
  uses?: string
  env?: Record<string, unknown>
}

type Workflow = { env?: Record<string, unknown>; jobs: Record<string, { steps: WorkflowStep[] }> }

type Values = Record<string, string>

export const readAction = (): Action => parse(readFileSync('action.yml', 'utf8'))

/** Reads the scripts of action.yml as one step, with these inputs and with the defaults of all other inputs. */
export function readActionStep(inputs: Values): Step {
  const action = readAction()
  const defaults = Object.entries(action.inputs).map(([name, input]) => [
    `inputs.${name}`,
    input.default ?? '',
  ])
  const given = Object.entries(inputs).map(([name, value]) => [`inputs.${name}`, value])
  return joinSteps(action.runs.steps, Object.fromEntries([...defaults, ...given]))
}

/** Reads the steps of a workflow that have a script, with these secrets, such as `secrets.PLANT_STORE_TOKEN`. */
export function readWorkflowSteps(path: string, context: Values): Step[] {
  const { env = {}, jobs }: Workflow = parse(readFileSync(path, 'utf8'))
  return Object.values(jobs).flatMap(({ steps }) =>
    steps
      .filter(({ run }) => run !== undefined)
      .map((step) => toStep({ ...step, env: { ...env, ...step.env } }, context)),
  )
}

function toStep({ run = '', env = {} }: WorkflowStep, context: Values): Step {
  // The runner inserts the values of expressions into the script, so the shell would execute a malicious value.
  if (run.includes('${{')) throw new Error(`an expression is part of a script: ${run}`)
  const evaluate = (text: string): string =>
    text.replaceAll(/\$\{\{ *([\w.-]+)(?: \|\| env\.(\w+))? *\}\}/g, (expression, name: string, other) => {
      const value = context[name] || (other === undefined ? context[name] : (context[`env.${other}`] ?? ''))
      if (value === undefined) throw new Error(`no value for ${expression}`)
      return value
    })
  const values = Object.entries(env).map(([name, value]) => [name, evaluate(String(value))])
  return { script: run, env: Object.fromEntries(values), shell: shells.github }
}

function joinSteps(steps: readonly WorkflowStep[], context: Values): Step {
  const all = steps.filter(({ run }) => run !== undefined).map((step) => toStep(step, context))
  const env = Object.assign({}, ...all.map((step) => step.env))
  return { script: all.map(({ script }) => script).join('\n'), env, shell: shells.github }
}

type GitlabVariable = string | { value: string; expand: false }
type GitlabJob = { variables?: Record<string, GitlabVariable>; script: string[] }

/** Reads the steps of a workflow that install and run the kit as one step. */
export function readWorkflowStep(path: string, context: Values = {}): Step {
  const { jobs }: Workflow = parse(readFileSync(path, 'utf8'))
  const steps = Object.values(jobs).flatMap((job) => job.steps)
  const names = ['Install the kit', 'Test the server']
  return joinSteps(
    steps.filter(({ name = '' }) => names.includes(name)),
    context,
  )
}

/**
 * Reads the script of the first GitLab job, with these variables, and with a component's inputs in its text, as in GitLab.
 */
export function readGitlabStep(path: string, inputs: Values, variables: Values = {}): Step {
  const text = readFileSync(path, 'utf8')
  const [first, second] = parseAllDocuments(text).map((document) => document.toJS())
  const declared: Record<string, { default?: string }> = second === undefined ? {} : first.spec.inputs
  const body = second === undefined ? text : text.slice(text.indexOf('\n---\n') + 5)
  const pasted = body.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (expression, name: string) => {
    const value = inputs[name] ?? declared[name]?.default
    if (value === undefined) throw new Error(`no value for ${expression}`)
    return value
  })
  const jobs: Record<string, GitlabJob> = parse(pasted)
  const [job] = Object.values(jobs)
  if (job === undefined) throw new Error(`${path} has no job`)
  const all: Record<string, GitlabVariable> = { ...job.variables, ...variables }
  // The runner replaces variables in the values of variables, but does not execute commands in values.
  const expand = (value: string): string =>
    value.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced, bare) => String(all[braced ?? bare] ?? ''))
  const env = Object.entries(all).map(([name, value]) => [
    name,
    typeof value === 'object' ? value.value : expand(String(value)),
  ])
  return { script: job.script.join('\n'), env: Object.fromEntries(env), shell: shells.gitlab }
}

/** Reads the scripts of the Jenkinsfile as one step, with these parameters and credentials. */
export function readJenkinsStep(parameters: Values, credentials: Values): Step {
  const text = readFileSync('deploy/pipelines/Jenkinsfile', 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')
  const scripts = [...text.matchAll(/\bsh\b *(?:\(|)(['"]+)((?:\\.|[^\\])*?)\1/g)]
  if (scripts.some(([, quote]) => quote !== "'"))
    throw new Error('Groovy would paste variables into a script in double quotes')
  const [, environment = ''] = /environment \{\n([\s\S]*?)\n {2}\}/.exec(text) ?? []
  const entries = [...environment.matchAll(/^ +(\w+) = (credentials\()?'((?:\\.|[^'\\])*)'\)?$/gm)].map(
    ([, name = '', isCredential, value = '']) => {
      const secret = credentials[value]
      if (isCredential && secret === undefined) throw new Error(`no credentials ${value}`)
      return [name, isCredential ? secret : unescapeGroovy(value)]
    },
  )
  const defaults = [...text.matchAll(/string\(name: '(\w+)', defaultValue: '([^']*)'/g)].map(
    ([, name, value]) => [name, value],
  )
  return {
    script: scripts.map(([, , script = '']) => unescapeGroovy(script)).join('\n'),
    env: Object.fromEntries([...defaults, ...entries, ...Object.entries(parameters)]),
    shell: shells.jenkins,
  }
}

function unescapeGroovy(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter))
}

/**
 * Reads the step of each pipeline file that tests a server, with the server's base URL and token. `kit` is an npm package to run instead of
 * the published package.
 */
export const systems: Readonly<Record<string, (baseUrl: string, token: string, kit?: string) => Step>> = {
  'action.yml': (url, token, kit) =>
    readActionStep({ 'base-url': url, token, engine: 'probes', ...(kit && { package: kit }) }),
  'templates/verify.yml': (url, token, kit) =>
    readGitlabStep(
      'templates/verify.yml',
      { 'base-url': '$STAGING', ...(kit && { package: kit }) },
      { STAGING: url, PLANT_STORE_TOKEN: token },
    ),
  'deploy/pipelines/github.yml': (url, token, kit) => {
    const step = readWorkflowStep('deploy/pipelines/github.yml')
    const env = { ...step.env, BASE_URL: url, PLANT_STORE_START: '', PLANT_STORE_TOKEN: token }
    return useKit({ ...step, env }, kit)
  },
  'deploy/pipelines/gitlab.yml': (url, token, kit) => {
    const variables = { BASE_URL: url, PLANT_STORE_START: '', PLANT_STORE_TOKEN: token }
    return useKit(readGitlabStep('deploy/pipelines/gitlab.yml', {}, variables), kit)
  },
  'deploy/pipelines/Jenkinsfile': (url, token, kit) =>
    useKit(readJenkinsStep({ BASE_URL: url }, { 'plant-store-token': token }), kit),
}

/** Replaces the name and version of the published kit in a script with this package. */
export function useKit(step: Step, kit: string | undefined): Step {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const published = ` plant-store-kit@${version} `
  if (!step.script.includes(published)) throw new Error(`expected ${published}in ${step.script}`)
  return kit === undefined ? step : { ...step, script: step.script.replace(published, ` ${kit} `) }
}
