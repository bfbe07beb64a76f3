import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readContract } from '../contract/readContract.ts'
import { loadBuiltIn } from './loadBuiltIn.ts'
import { loadData } from './loadData.ts'
import { builtInFixtures } from './mockOptions.ts'

/** A checkout of its own, which may be edited, as the build leaves it. */
function checkout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const part of ['package.json', 'spec', 'fixtures', 'src'])
    cpSync(part, join(folder, part), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  execFileSync(process.execPath, ['src/generate/generate.ts'], { cwd: folder })
  return folder
}

/** What the kit in a checkout says, and whether it had to parse YAML for it. */
function inCheckout(folder: string): { users: string[]; parsed: boolean } {
  const code = `
    import { registerHooks } from 'node:module'
    let parsed = false
    registerHooks({ resolve: (name, context, next) => ((parsed ||= name === 'yaml'), next(name, context)) })
    const { loadBuiltIn } = await import('./src/server/loadBuiltIn.ts')
    const { fixtures } = await loadBuiltIn()
    console.log(JSON.stringify({ users: fixtures.users.map(({ name }) => name), parsed }))`
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: folder, encoding: 'utf8' }),
  )
}

test('what the build made is what its files say', async () => {
  const { contract, fixtures, scenarios } = await loadBuiltIn()
  expect(fixtures.users[0]?.token).toBe('token-alice')
  expect({ contract, fixtures, scenarios }).toEqual(loadData(builtInFixtures, readContract()))
})

test('an edited file is served as it is now, and without an edit no YAML is parsed', () => {
  const folder = checkout()
  expect(inCheckout(folder)).toEqual({ users: ['alice', 'bob', 'empty'], parsed: false })
  const users = join(folder, 'fixtures/users.yaml')
  writeFileSync(users, `${readFileSync(users, 'utf8')}\nzoe:\n  token: token-zoe\n  plants: []\n`)
  expect(inCheckout(folder)).toEqual({ users: ['alice', 'bob', 'empty', 'zoe'], parsed: true })
})

test('a checkout that was not built yet reads the files', () => {
  const folder = checkout()
  rmSync(join(folder, 'dist'), { recursive: true })
  expect(inCheckout(folder).users).toEqual(['alice', 'bob', 'empty'])
})
