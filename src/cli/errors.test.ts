import { CommanderError } from 'commander'
import { expect, test } from 'vitest'
import { readKit } from '../contract/files.ts'
import { explainFailure, findProgram, UsageError } from './errors.ts'

test('--help and --version end with 0 and print nothing more', () => {
  expect(explainFailure(new CommanderError(0, 'commander.helpDisplayed', '(outputHelp)'), false)).toEqual({
    code: 0,
    text: '',
  })
})

test('a usage error is one message without a stack trace', () => {
  expect(explainFailure(new UsageError('expected a, got b'), true)).toEqual({
    code: 2,
    text: 'plant-store-kit: expected a, got b\n',
  })
})

test('a failure of the kit is an apology, with a stack trace only for PLANT_STORE_DEBUG', () => {
  const error = new TypeError('x is undefined')
  const plain = explainFailure(error, false)
  expect(plain.code).toBe(3)
  expect(plain.text).toContain('x is undefined')
  expect(plain.text).toContain('PLANT_STORE_DEBUG=1')
  expect(plain.text).not.toContain('    at ')
  expect(explainFailure(error, true).text).toContain('    at ')
})

const CACHE = '/root/.npm/_npx/1a2b/node_modules/plant-store-kit/'

test.each([
  ['plant-store-kit', {}, CACHE],
  ['npx plant-store-kit', { npm_command: 'exec' }, '/project/node_modules/plant-store-kit/'],
  ['npx plant-store-kit', { npm_command: 'run-script' }, '/project/node_modules/plant-store-kit/'],
  [`npx plant-store-kit@${readKit().version}`, { npm_command: 'exec' }, CACHE],
])('the command to copy is %s with %o', (program, env, root) => {
  expect(findProgram(env, root)).toBe(program)
})
