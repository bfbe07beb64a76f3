import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const folder = fileURLToPath(new URL('../../examples/', import.meta.url))
/** tests/grownContracts.test.ts tests contracts/, and tests/recipes/ the others: they need no browser. */
const others = ['node_modules', 'contracts', 'go', 'junit5', 'pytest', 'servers']
const examples = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && !others.includes(entry.name) ? [entry.name] : [],
)

/** What each example prints when all of its tests have run and passed. */
const expectedOutput: Readonly<Record<string, RegExp>> = {
  page: /pass 7\b[\s\S]*fail 0\b/,
}

test('every example has a package, a README and an expected output', () => {
  expect(examples.sort()).toEqual(Object.keys(expectedOutput))
  for (const example of examples)
    expect(readdirSync(folder + example)).toEqual(expect.arrayContaining(['README.md', 'package.json']))
})

test.for(examples)('the tests of the example %s pass', { timeout: 180_000 }, async (example) => {
  // Don't pass this npm's and Vitest's settings to the example's npm.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:npm_|VITEST|NODE_ENV$|NODE_OPTIONS$)/i.test(name)),
  )
  const { stdout } = await run('npm', ['test'], { cwd: folder + example, env: { ...env, NO_COLOR: '1' } })
  expect(stdout).toMatch(expectedOutput[example] ?? '')
})
