import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { PROGRAM } from '../commandLine.testing.ts'
import { createFolder } from '../folder.testing.ts'
import { type ProgramResult, runProgram } from '../runProgram.testing.ts'

/** The result of a step. `calls` lists the calls of the doubles: each program's name, arguments and environment. */
export type StepResult = ProgramResult & {
  folder: string
  outputs: Record<string, string>
  summary: string
  calls: { args: string[]; env: Record<string, string> }[]
}

/** A program that only records the call. */
const RECORDER = `#!/usr/bin/env bash
# Read the input, because writing to a program that has ended would end the step's script.
cat > /dev/null
call=$(mktemp -d "$CALLS/XXXXXX")
printf '%s\\0' "\${0##*/}" "$@" > "$call/args"
env -0 > "$call/env"
`

export type Step = {
  script: string
  env?: Record<string, string>
  /** The runner's command for the shell, with flags. The script follows as a file. */
  shell: readonly string[]
}

type Options = {
  /** Only records the npx call, and exits with the code in the step's variable EXIT; the kit does not run. NPM_EXIT is npm's exit code. */
  dry?: boolean
  /** The files of the workspace. */
  files?: Record<string, string>
  /** Calls the real npm and npx, with this folder as npm's cache. */
  npmCache?: string
  /** Other programs to replace with doubles that only record the calls. */
  recorded?: readonly string[]
}

/** The shells of the runners, with the flags that they set. */
export const shells = {
  github: ['bash', '--noprofile', '--norc', '-eo', 'pipefail'],
  gitlab: ['bash', '-eo', 'pipefail'],
  jenkins: ['sh', '-xe'],
}

/** A double of npx. The double records the call, and runs the kit from this checkout unless the test needs only the call. */
const NPX = `${RECORDER}
set -e
while [[ $1 != plant-store-kit ]]; do shift; done
shift
if [[ $DRY == 1 ]]; then exit "\${EXIT:-0}"; fi
exec "$NODE" "$PROGRAM" "$@"
`

/** Runs a pipeline's step in a new folder, with test doubles for npm, npx and the runner's files. */
export async function runStep(
  { script, env = {}, shell }: Step,
  { dry = false, files = {}, npmCache, recorded = [] }: Options = {},
): Promise<StepResult> {
  const machine = createFolder({
    'script.sh': script.replaceAll('/tmp/kit', '"$TEMP/kit"'),
    output: 'before=1',
    'summary.md': 'of an earlier step',
    'action/package.json': readFileSync('package.json', 'utf8'),
  })
  const place = (name: string): string => join(machine, name)
  for (const name of ['bin', 'calls', 'workspace']) mkdirSync(place(name))
  for (const [name, text] of Object.entries(files)) writeFileSync(place(`workspace/${name}`), text)
  const double = (name: string, text: string) => writeFileSync(place(`bin/${name}`), text, { mode: 0o755 })
  if (npmCache === undefined) {
    double('npx', NPX)
    double('npm', `#!/bin/sh\nexit "\${NPM_EXIT:-0}"\n`)
    // In the image, the kit is a program, `plant-store-kit`.
    double('plant-store-kit', '#!/bin/sh\nexec npx -- plant-store-kit "$@"\n')
  }
  for (const name of recorded) double(name, RECORDER)
  const [command = '', ...flags] = shell
  const ended = await runProgram(command, [...flags, place('script.sh')], {
    cwd: place('workspace'),
    // The step gets no other variables of this machine, because a CI runner that tests this project also sets variables.
    env: {
      HOME: machine,
      TEMP: machine,
      PATH: `${place('bin')}:${process.env.PATH}`,
      CALLS: place('calls'),
      DRY: dry ? '1' : '0',
      NODE: process.execPath,
      PROGRAM,
      PLANT_STORE_ENGINE: 'probes',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      ...(shell === shells.github && {
        GITHUB_ACTIONS: 'true',
        GITHUB_OUTPUT: place('output'),
        GITHUB_STEP_SUMMARY: place('summary.md'),
        GITHUB_ACTION_PATH: place('action'),
        RUNNER_TEMP: machine,
      }),
      ...env,
      ...(npmCache !== undefined && listNpmSettings(npmCache)),
    },
  })
  return {
    ...ended,
    folder: place('workspace'),
    outputs: readOutputs(readFileSync(place('output'), 'utf8')),
    summary: readFileSync(place('summary.md'), 'utf8'),
    calls: readCalls(place('calls')),
  }
}

/** Lists the settings that npm needs to reach this machine's registry. */
export function listNpmSettings(cache: string): Record<string, string> {
  return {
    npm_config_cache: cache,
    npm_config_loglevel: 'error',
    npm_config_userconfig: process.env.npm_config_userconfig ?? join(homedir(), '.npmrc'),
    NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS ?? '',
  }
}

/** Reads the lines `name=value` in the file of `$GITHUB_OUTPUT`. */
function readOutputs(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '')
  return Object.fromEntries(lines.map((line) => /^([^=]+)=(.*)$/.exec(line)?.slice(1) ?? expect.fail(line)))
}

function readCalls(folder: string): StepResult['calls'] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .map((call) => ({
      args: readFileSync(join(call, 'args'), 'utf8').split('\0').slice(0, -1),
      env: Object.fromEntries(
        readFileSync(join(call, 'env'), 'utf8')
          .split('\0')
          .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
      ),
    }))
}
