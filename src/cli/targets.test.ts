import { expect, onTestFinished, test, vi } from 'vitest'
import { createFile } from '../../tests/folder.testing.ts'
import { readTargets } from './targets.ts'

/** Reads a file with this text, and shortens its path in errors. */
async function read(text: string): Promise<void> {
  vi.stubEnv('GO_OTHERS', 'second\nthird')
  vi.stubEnv('EMPTY', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const file = createFile('targets.yaml', text)
  try {
    const { targets } = await readTargets(file)
    for (const { readFlags } of targets) readFlags()
  } catch (error) {
    throw new Error(String(error).replace(file, 'targets.yaml'))
  }
}

const target = (more: string): string => `targets:\n- name: a\n  baseUrl: http://a.test\n  ${more}\n`

test.for([
  ['{}', 'targets.yaml:1: targets: expected a list of targets, each with name and baseUrl, got nothing'],
  [
    'targets: [{ name: a, baseUrl: "http://a.test" }]\nconcurrency: 0',
    'targets.yaml:2: concurrency: expected a whole number from 1 to 64',
  ],
  ['concurrency: 1.5\ntargets: []', 'targets.yaml:1: concurrency: expected a whole number from 1 to 64'],
  ['targets: []', 'targets.yaml:1: targets: expected at least one target, got none'],
  ['targets:\n- baseUrl: http://a.test', 'targets.yaml:2: targets[0].name: expected a name, got nothing'],
  ['targets:\n- name: a', '[0].baseUrl: expected the base URL of a server, got nothing'],
  ['targets:\n- http://a.test', '[0]: expected a map with name, baseUrl and token, got a string'],
  ['targets:\n- name: a\n  baseUrl: a.test:80', '[0].baseUrl: expected a base URL such as http://'],
  [
    target('') + target('').replace('targets:\n- name: a', '- name: A'),
    'targets.yaml:5: targets[1].name: expected a unique name (ignoring case), because file names contain',
  ],
  [target('token: s3cret'), 'targets.yaml:4: targets[0].token: expected a variable such as $EXPRESS_TOKEN'],
  [target('otherToken: [s3cret]'), '[0].otherToken: expected a variable'],
  [target('token: $1s3cret'), '[0].token: expected a variable'],
  [target('token: $EMPTY'), '[0].token: $EMPTY is not set'],
  [target('token: $GO_OTHERS'), '[0].token: expected a token of ASCII characters'],
  [target('waitTimeout: soon'), 'targets.yaml:4: targets[0].waitTimeout: expected a whole number'],
  [target('strict: true'), 'unknown name "strict"; expected name, baseUrl, token'],
  ['targets:\n- name: a\n  baseURL: http://a.test', 'unknown name "baseURL"; did you mean baseUrl?'],
] as const)('the error for %j names the mistake, and quotes no token', async ([text, message]) => {
  await expect(read(text)).rejects.toThrow(message)
  await expect(read(text)).rejects.not.toThrow(/s3cret/)
})
