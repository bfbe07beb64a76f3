import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const SCRIPT = `const { add } = require('./given.js')
exports.run = () => add(1, require('node:path').sep.length)`
const PROGRAM = `
import { runScript, saveScripts } from ${JSON.stringify(new URL('runScript.ts', import.meta.url).href)}
const add = (one, other) => one + other
const { run } = runScript(new URL(process.argv[1]), { './given.js': { add } })
console.log(run())
saveScripts()`

/** Runs the script in a process of its own, with a compile cache. */
function createRunner(): { run: (text?: string, env?: NodeJS.ProcessEnv) => string; list: () => string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-script-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'script.cjs')
  return {
    run: (text = SCRIPT, env = {}) => {
      writeFileSync(file, text)
      const args = ['--input-type=module', '--eval', PROGRAM, pathToFileURL(file).href]
      return execFileSync(process.execPath, args, {
        encoding: 'utf8',
        env: { ...process.env, NODE_COMPILE_CACHE: folder, ...env },
      }).trim()
    },
    list: () => {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      return files.filter((name) => name.includes('plant-store-kit-')).map((name) => join(folder, name))
    },
  }
}

test('a second process reuses what V8 compiled in the first', () => {
  const { run, list } = createRunner()
  expect(run()).toBe('2')
  const [file = ''] = list()
  const { mtimeMs } = statSync(file)
  expect(run()).toBe('2')
  expect(list()).toEqual([file])
  // If V8 had not accepted it, it would be written again.
  expect(statSync(file).mtimeMs).toBe(mtimeMs)
})

test('another script of the same length is compiled anew', () => {
  const { run, list } = createRunner()
  expect(run()).toBe('2')
  expect(run(SCRIPT.replace('add(1', 'add(5'))).toBe('6')
  expect(list()).toHaveLength(2)
})

test.for(['', 'cut', 'garbage'])('a damaged file ("%s") is ignored and replaced', (damage) => {
  const { run, list } = createRunner()
  run()
  const [file = ''] = list()
  const whole = readFileSync(file)
  writeFileSync(file, damage === 'cut' ? whole.subarray(0, -8) : damage)
  expect(run()).toBe('2')
  expect(readFileSync(file)).toHaveLength(whole.length)
})

test('without the compile cache of Node.js, nothing is written', () => {
  const { run, list } = createRunner()
  expect(run(SCRIPT, { NODE_DISABLE_COMPILE_CACHE: '1' })).toBe('2')
  expect(list()).toEqual([])
})
