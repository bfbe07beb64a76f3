import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deferModules } from './deferModules.ts'

const loaded: string[] = []
Object.assign(globalThis, { loaded })

/** Makes packages, whose modules note when they load, and returns a function that requires from among them. */
function install(files: Record<string, string>): NodeJS.Require {
  const folder = mkdtempSync(join(tmpdir(), 'packages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  loaded.length = 0
  for (const [name, source] of Object.entries(files)) {
    const path = join(folder, 'node_modules', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `loaded.push('${name}')\n${source}`)
  }
  return createRequire(join(folder, 'index.js'))
}

test('a deferred module loads when it is used, and then works as if it had not been deferred', () => {
  deferModules([{ by: '@scope/user', request: 'seldom' }])
  const load = install({
    '@scope/user/index.js': `module.exports = require('seldom')`,
    'other/index.js': `module.exports = require('seldom')`,
    'seldom/index.js': `module.exports = class Seldom { static answer = 42; constructor(given) { this.given = given } }
      module.exports.add = (one, two) => one + two`,
  })
  const seldom = load('@scope/user')
  expect(loaded).toEqual(['@scope/user/index.js'])
  expect(seldom.add(1, 2)).toBe(3)
  expect(loaded).toEqual(['@scope/user/index.js', 'seldom/index.js'])
  const made = new seldom('it')
  expect(made.given).toBe('it')
  expect(made).toBeInstanceOf(load('other'))
  expect(Object.keys(seldom)).toEqual(Object.keys(load('other')))
  expect('answer' in seldom).toBe(true)
  seldom.answer = 43
  expect(load('other').answer).toBe(43)
})

test('exports that are read at once wait too, and default exports are found', () => {
  deferModules([{ by: 'compiled', request: './reporter', exports: ['default', 'write'] }])
  const load = install({
    'compiled/index.js': `const read = require('./reporter')
      const { default: Reporter } = read.__esModule ? read : { default: read }
      const { write } = read
      exports.report = () => new Reporter().text + write('!')`,
    'compiled/reporter.js': `exports.__esModule = true
      exports.default = class { text = 'done' }
      exports.write = (text) => text + text`,
  })
  const { report } = load('compiled')
  expect(loaded).toEqual(['compiled/index.js'])
  expect(report()).toBe('done!!')
})

test('other modules load at once, and one that is missing is missing when it is used', () => {
  deferModules([{ by: 'user', request: 'absent' }])
  const load = install({
    'user/index.js': `exports.usual = require('usual'); exports.absent = require('absent')`,
    'usual/index.js': `require('nested')`,
    'nested/index.js': `try { require('absent') } catch { loaded.push('nothing absent is deferred here') }`,
  })
  const { absent } = load('user')
  expect(loaded).toEqual([
    'user/index.js',
    'usual/index.js',
    'nested/index.js',
    'nothing absent is deferred here',
  ])
  expect(() => absent.any).toThrow("Cannot find module 'absent'")
})
