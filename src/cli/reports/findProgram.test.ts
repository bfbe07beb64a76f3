import { expect, test } from 'vitest'
import { readKit } from '../../contract/files.ts'
import { findProgram } from './findProgram.ts'

const CACHE = '/root/.npm/_npx/1a2b/node_modules/plant-store-kit/'

test.each([
  ['plant-store', {}, CACHE],
  ['npx plant-store', { npm_command: 'exec' }, '/project/node_modules/plant-store-kit/'],
  ['npx plant-store', { npm_command: 'run-script' }, '/project/node_modules/plant-store-kit/'],
  [`npx plant-store-kit@${readKit().version}`, { npm_command: 'exec' }, CACHE],
])('the command to copy is %s with %o', (program, env, root) => {
  expect(findProgram(env, root)).toBe(program)
})
