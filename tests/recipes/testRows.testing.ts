import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { findFreePort } from '../../src/cli/testServer.ts'
import { createFolder } from '../folder.testing.ts'
import { runProgram } from '../runProgram.testing.ts'
import { openServer, type Steps } from './openServer.testing.ts'
import { readRecipe } from './readRecipe.testing.ts'
import type {} from './setUp.testing.ts'

/** A new project: the packages to install, the files to create, and the expected output of its commands. */
export type Row = {
  /** The tool with its version, and other properties of the project: `Jest 29, CommonJS`. */
  name: string
  /** The packages that npm installs besides the kit: `vitest@3.2 jsdom@latest`. */
  packages: string
  /** The sections with the files to copy (a page in docs/ and an anchor, as in a link), and folders in examples/. */
  recipes: readonly string[]
  /** Fields of package.json, such as `type`. */
  manifest?: object
  /** Files that are not in the recipe, by path. */
  files?: Readonly<Record<string, string>>
  /** A port in the files to replace with a free port. */
  port?: number
  /** Strings to replace in all files of the project. */
  edits?: Readonly<Record<string, string>>
  /** The commands to run in the project. Each command must exit with code 0 and print this output, or start a server for some steps. */
  commands: Readonly<Record<string, RegExp | Steps>>
  /** A command that exits with code 0 if the tools besides npm exist, and the Debian packages with these tools. */
  needs?: { command: string; install: string }
  /** Whether CI runs this row. */
  isQuick?: boolean
}

/** Tests each row in its own project folder, which stays if the test fails. */
export function testRows(rows: readonly Row[]): void {
  for (const row of rows)
    test(row.name, { tags: row.isQuick ? ['quick'] : [] }, async ({ skip }) => {
      skipWithout(row.needs, skip)
      const files = Object.assign({}, ...row.recipes.map(readRecipe), row.files)
      const manifest = { private: true, ...JSON.parse(files['package.json'] ?? '{}'), ...row.manifest }
      const edits = { ...row.edits, ...(row.port !== undefined && { [row.port]: `${await findFreePort()}` }) }
      const edit = (text: string): string =>
        Object.entries<string>(edits).reduce((before, [old, fresh]) => before.replaceAll(old, fresh), text)
      const texts = Object.entries<string>({ ...files, 'package.json': JSON.stringify(manifest) })
      let remove = (): void => {}
      const project = createFolder(
        Object.fromEntries(texts.map(([path, text]) => [path, edit(text)])),
        (end) => {
          remove = end
        },
      )
      const flags = '--no-audit --no-fund'
      await runIn(project, `npm install ${flags} ${inject('kitArchive')} ${row.packages}`)
      for (const [command, expected] of Object.entries(row.commands))
        if (typeof expected === 'function') await openServer(command, { cwd: project, env }, expected)
        else expect(await runIn(project, command), `${command} in ${project}`).toMatch(expected)
      remove()
    })
}

/** Skips a test if a program that it needs is not installed. */
export function skipWithout(needs: Row['needs'], skip: (note: string) => void): void {
  if (needs && spawnSync(needs.command, { shell: true }).status !== 0)
    skip(`not tested here: needs apt-get install ${needs.install}`)
}

// Commands do not inherit the settings of the npm and the Vitest that run this test.
const inherited = Object.entries(process.env).filter(
  ([name]) => !/^(?:npm_(?!config_)|VITEST|NODE_ENV$|NODE_OPTIONS$|FORCE_COLOR$)/i.test(name),
)
// The output of a command must not contain npm's warnings, for example about the machine's settings.
const env = { ...Object.fromEntries(inherited), NO_COLOR: '1', CI: 'true', npm_config_loglevel: 'error' }

/** Returns a command's whole output. If the command fails, throws an Error with this output. */
async function runIn(cwd: string, command: string): Promise<string> {
  const { code, stdout, stderr } = await runProgram(command, [], { cwd, env, shell: true, timeout: 300_000 })
  if (code !== 0) throw new Error(`${command} in ${cwd} failed:\n${stdout}${stderr}`)
  return stdout + stderr
}

/** Playwright's launch options, as code: they start Debian's Chromium, or the browser in CHROMIUM. */
export const chromium: string = JSON.stringify({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
})

/** A Playwright configuration that adds Chromium to the configuration of the recipe. */
export const chromiumConfig = `
  import config from './playwright.config'
  export default { ...config, use: { ...config.use, launchOptions: ${chromium} } }`

/** Returns a strict tsconfig.json, which by default also checks the types of packages. */
export function strictTypes(
  options: object = { module: 'nodenext', allowImportingTsExtensions: true },
): string {
  const compilerOptions = { noEmit: true, strict: true, target: 'esnext', types: ['node'], ...options }
  return JSON.stringify({ compilerOptions })
}

/** The options of `strictTypes` for a project whose bundler compiles TypeScript. */
export const bundled = { module: 'esnext', moduleResolution: 'bundler' } as const

/** Reads a script in this folder that a row runs in its project. */
export function readScript(name: string): string {
  return readFileSync(new URL(`scripts/${name}`, import.meta.url), 'utf8')
}
