import { cpSync, existsSync, globSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startReferenceMock } from '../commandLine.testing.ts'
import { createFolder } from '../folder.testing.ts'
import { runProgram } from '../runProgram.testing.ts'
import type {} from './setUp.testing.ts'

/** @module-tag quick */

const project = createFolder({}, afterAll)
const main = join(project, 'node_modules/.bin/plant-store-kit')

/** Runs a program for Node.js in the user's project. */
const inProject = (args: readonly string[]) => runProgram(process.execPath, args, { cwd: project })

beforeAll(async () => {
  writeFileSync(join(project, 'package.json'), '{ "name": "user", "private": true, "type": "module" }')
  const text = readFileSync('examples/contracts/next.yaml', 'utf8')
  writeFileSync(join(project, 'next.yaml'), text.replace('minimum: 0', 'exclusiveMinimum: 0'))
  const install = ['install', inject('kitArchive'), '--no-audit', '--no-fund', '--legacy-peer-deps']
  expect(await runProgram('npm', install, { cwd: project })).toMatchObject({ code: 0 })
})

test('the package installs at most ten packages and 5 MB, without Ajv, Dredd and Prism', () => {
  const folders = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))
  const names = folders.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(project, 'node_modules', name)) : [name],
  )
  expect(names).toContain('plant-store-kit')
  expect(names.length).toBeLessThanOrEqual(10)
  for (const other of ['ajv', 'dredd', 'prism-cli']) expect(names).not.toContain(other)
  const files = readdirSync(join(project, 'node_modules'), { recursive: true, encoding: 'utf8' })
  const entries = files.map((file) => lstatSync(join(project, 'node_modules', file)))
  const bytes = entries.reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0)
  expect(bytes).toBeLessThan(5_000_000)
})

test('every module of the package imports only Node.js, the dependencies, and the programs that users install themselves', () => {
  const kit = join(project, 'node_modules/plant-store-kit')
  const manifest = JSON.parse(readFileSync(join(kit, 'package.json'), 'utf8'))
  const named = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  // Jest itself provides `@jest/globals`.
  const known = [...named, manifest.name, '@jest/globals']
  // The files of the console import no packages, but contain sample code with imports.
  const files = globSync('dist/**/*.{js,cjs}', { cwd: kit, exclude: ['dist/console/**'] })
  const imports = files.flatMap((file) => {
    const text = readFileSync(join(kit, file), 'utf8')
    return [
      ...text.matchAll(/(?:^|[\n;}])\s*(?:im|ex)port\b[^'"`;()]*?\bfrom\s*(["'])([^"'.][^"']*)\1/g),
      ...text.matchAll(/\blet \w+=require\((["'])([^"'.][^"']*)\1\)/g),
    ].map(([, , source = '']) => ({ file, source }))
  })
  expect(imports.length).toBeGreaterThan(50)
  const others = imports.filter(
    ({ source }) =>
      !isBuiltin(source) && !known.some((name) => source === name || source.startsWith(`${name}/`)),
  )
  expect(others).toEqual([])
})

test('the modules that browsers load import no module of Node.js', () => {
  const kit = join(project, 'node_modules/plant-store-kit')
  const { exports } = JSON.parse(readFileSync(join(kit, 'package.json'), 'utf8'))
  const entries = ['./fetch', './msw', './storybook', './storybook/preview', './fixtures']
  const loaded = new Set(entries.map((name) => join(kit, exports[name].default)))
  const builtIn: string[] = []
  for (const file of loaded)
    for (const [, source = ''] of readFileSync(file, 'utf8').matchAll(/\b(?:from|import) ?["']([^"']+)["']/g))
      if (source.startsWith('.')) loaded.add(join(dirname(file), source))
      else if (isBuiltin(source)) builtIn.push(`${file}: ${source}`)
  expect(loaded.size).toBeGreaterThan(entries.length)
  expect(builtIn).toEqual([])
})

test('another contract is compiled without an installed Ajv', async () => {
  const { code, stdout } = await inProject([main, 'checks', 'plant-schema', '--contract', 'next.yaml'])
  expect(stdout).toContain('Every plant matches its schema in the contract')
  expect(code).toBe(0)
})

test('CommonJS code can require the kit, and its errors are instances of the classes of both builds', async () => {
  const code = `
    const { startMock, verify, FixtureError } = require('plant-store-kit')
    const { createMock, FaultError } = require('plant-store-kit/fetch')
    const headers = { authorization: 'Bearer token-alice' }
    async function main() {
      const mock = await startMock({ port: 0 })
      console.log((await fetch(mock.url + '/plants', { headers })).status)
      console.log((await verify(mock.url, { token: 'token-alice', engines: ['probes'], plan: 'monitor' })).verdict)
      await mock.close()
      const esm = await import('plant-store-kit')
      const error = await startMock({ port: 0, fixtures: 'none' }).catch((error) => error)
      console.log(esm.startMock === startMock, error instanceof FixtureError, error instanceof esm.FixtureError)
      const fault = await createMock({ settings: { fault: 'EMPTY_RESPONSE' } }).fetch('/plants').catch((error) => error)
      console.log(fault instanceof FaultError, fault instanceof esm.FaultError, fault instanceof esm.FixtureError)
    }
    main()`
  writeFileSync(join(project, 'use.cjs'), code)
  const { stdout, stderr } = await inProject(['use.cjs'])
  expect(stderr).toBe('')
  expect(stdout.trim().split('\n')).toEqual(['200', 'conformant', 'false true true', 'true true false'])
})

test('every local link in the README and the pages of the package leads to a file in the package', () => {
  const kit = join(project, 'node_modules/plant-store-kit')
  const documents = globSync('{README.md,docs/**/*.md}', { cwd: kit })
  expect(documents).toContain('docs/recipes/jest.md')
  const dead = documents.flatMap((document) =>
    [...readFileSync(join(kit, document), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map(([, link = '']) => join(dirname(document), link))
      .filter((target) => !existsSync(join(kit, target)))
      .map((target) => `${document} -> ${target}`),
  )
  expect(dead).toEqual([])
})

test('packing replaces the comments in pages with flags, files and results, and restores the pages afterwards', async () => {
  cpSync('docs', join(project, 'docs'), { recursive: true })
  const script = resolve('deploy/site/packDocs.mjs')
  const pages = globSync('docs/*.md').map((page) => join(project, page))
  const read = (): string => pages.map((page) => readFileSync(page, 'utf8')).join('')
  const before = read()
  expect(await inProject([script])).toMatchObject({ code: 0, stderr: '' })
  expect(read()).not.toMatch(/^<!-- /m)
  expect(read()).toContain('`PLANT_STORE_ANY_TOKEN`')
  expect(await inProject([script, 'restore'])).toMatchObject({ code: 0 })
  expect(read()).toBe(before)
})

test('the package contains every file that the page of the console names', async () => {
  const code = `
    import { startMock } from 'plant-store-kit'
    const mock = await startMock({ port: 0 })
    const read = async (path) => {
      const response = await fetch(mock.url + path, { headers: { accept: 'text/html' } })
      if (!response.ok) console.log(response.status, path)
      return response.text()
    }
    const paths = (await read('/')).match(/\\/__admin\\/console\\/[^"]+/g)
    await Promise.all(paths.map(read))
    console.log(paths.length, 'files')
    await mock.close()`
  writeFileSync(join(project, 'console.js'), code)
  expect((await inProject(['console.js'])).stdout.trim()).toMatch(/^\d files$/)
})

test('a run without Prism and Dredd is conformant, and its report says how to install these tools', async () => {
  const args = ['verify', await startReferenceMock(), '--token', 'token-alice']
  const json = join(project, 'report.json')
  const { code } = await inProject([main, ...args, '--report', `json=${json}`])
  expect(code).toBe(0)
  const { verdict, engines } = JSON.parse(readFileSync(json, 'utf8'))
  expect(verdict).toBe('conformant')
  const lacking = (name: string, program: string) => ({
    name,
    status: 'skipped',
    detail: expect.stringContaining(`npm install --save-dev ${program}`),
  })
  expect(engines.slice(1)).toMatchObject([
    lacking('prism', '@stoplight/prism-cli'),
    lacking('dredd', 'dredd'),
  ])
})

test('Prism and Dredd run from the package if they are installed', async () => {
  // The kit looks for Prism and Dredd in the working directory, and this checkout has both.
  const file = join(project, 'report.json')
  const args = `verify ${await startReferenceMock()} --token token-alice --report json=${file}`.split(' ')
  const { stderr } = await runProgram(process.execPath, [main, ...args], {})
  // On a busy machine, the kit may print the expected duration of the run.
  expect(stderr.replace(/^at the pace of this server, .*\n/, '')).toBe('')
  const { verdict, engines } = JSON.parse(readFileSync(file, 'utf8'))
  expect(engines.map(({ status }: { status: string }) => status)).toEqual(Array(3).fill('completed'))
  expect(verdict).toBe('conformant')
})

test('the type declarations in the package compile in strict TypeScript, and the code can test another contract', async () => {
  const code = `
    import { startMock, verify, type Report } from 'plant-store-kit'
    const contract = 'next.yaml'
    const mock = await startMock({ port: 0, contract })
    const report: Report = await verify(mock.url, { contract, token: 'token-alice', engines: ['probes'], plan: 'monitor' })
    const verdict: 'conformant' | 'violations' | 'incomplete' = report.verdict
    console.log(verdict, report.contract.version)
    await mock.close()`
  writeFileSync(join(project, 'typed.ts'), code)
  const tsc = resolve('node_modules/typescript/lib/tsc.js')
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', '']
  const { stdout, code: ended } = await inProject([tsc, ...flags, 'typed.ts'])
  expect(stdout).toBe('')
  expect(ended).toBe(0)
  expect((await inProject(['typed.ts'])).stdout.trim()).toBe('conformant 2.0.0')
})
