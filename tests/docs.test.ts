import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { generated } from '../bench/proof.ts'
import { readResults } from '../bench/results.ts'
import { ranWith, readCheckPages } from '../contract-tests/checks/pages.ts'
import { scenarios } from '../dist/generated/fixtures.js'
import { verifyDefaults } from '../src/judge/verifyOptions.ts'
import { mockDefaults } from '../src/mock/mockOptions.ts'
import { listRecipes, toAnchor } from './recipes/readRecipe.testing.ts'

const documents = globSync('{*,docs/**/*,decisions/*,contract-tests/*,examples/*/*}.md')

/** Reads a document without a recipe's files, because these files belong to the user's project. */
function readDocument(document: string): string {
  const text = readFileSync(document, 'utf8')
  return document.startsWith('docs/recipes')
    ? text.replaceAll(/^`[^`\n]+`\n\n```\w+\n[\s\S]*?^```$/gm, '')
    : text
}

/** A path in running text or code, such as `src/judge/verdict.ts`. The path ends before a placeholder such as `<name>`. */
const PATH =
  /(?<![\w/.-])(?:spec|fixtures|contract-tests|src|tests|bench|docs|decisions|examples|\.ci)\/[\w./-]*/g

test.for(documents)('every local link, anchor and path in %s exists', (document) => {
  const text = readDocument(document)
  const anchors = [...text.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)].filter(
    ([, file = '', anchor = '']) => {
      const target = readFileSync(file === '' ? document : join(dirname(document), file), 'utf8')
      const headings = [...target.matchAll(/^#+ (.+)$/gm)]
      return !headings.some(([, heading = '']) => toAnchor(heading) === anchor)
    },
  )
  expect(anchors.map(([link]) => link)).toEqual([])
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) =>
    join(dirname(document), link),
  )
  const paths = [...text.replaceAll(/\]\([^)]*\)/g, ']').matchAll(PATH)].map(([path]) =>
    path.replace(/\.$/, ''),
  )
  expect([...links, ...paths].filter((path) => !existsSync(path))).toEqual([])
})

test.for(documents)('every npm script in %s exists', (document) => {
  const { scripts }: { scripts: object } = JSON.parse(readFileSync('package.json', 'utf8'))
  const text = readDocument(document)
  const list = (form: RegExp): string[] => [...text.matchAll(form)].map(([, name = '']) => name)
  // A recipe can add scripts to the user's project, with `npm pkg set scripts.dev=vite`.
  const existing = [...Object.keys(scripts), ...list(/ scripts\.([\w:-]+)=/g)]
  expect(list(/npm run ([\w:-]+)/g).filter((name) => !existing.includes(name))).toEqual([])
})

test('the sidebar of the site has every page except the README', () => {
  const sidebar = readFileSync('deploy/site/.vitepress/sidebar.mjs', 'utf8')
  const pages = globSync('docs/*.md').map((file) => basename(file, '.md'))
  expect(pages.length).toBeGreaterThan(12)
  const missing = pages.filter((page) => !sidebar.includes(`'${page}'`) && !sidebar.includes(`'/${page}'`))
  expect(missing).toEqual(['README'])
})

test('docs/mock.md lists every scenario and the five preferences', () => {
  const text = readFileSync('docs/mock.md', 'utf8')
  const missing = [
    ...scenarios.filter(({ name }) => !text.includes(`\`${name}\``)).map(({ name }) => name),
    ...['code', 'delay', 'fault', 'scenario', 'user'].filter((name) => !text.includes(`| \`${name}=`)),
  ]
  expect(missing).toEqual([])
})

test('the figures in docs/quality.md and the README match those in bench/results.json', () => {
  const { power, mutants, verify } = readResults()
  const [, kit = [], prism = [], dredd = []] = power.tables[0] ?? []
  const scores = mutants.tables[0]?.slice(1).map((row) => String(row.at(-1)).split(' of ').map(Number))
  const sum = (column: number): number => scores?.reduce((all, score) => all + (score[column] ?? 0), 0) ?? 0
  const page = readFileSync('docs/quality.md', 'utf8').replaceAll('\n', ' ')
  const faults = generated.filter((each) => 'check' in each).length
  const conditional = `${faults} of ${faults} such faults, and 0 of ${generated.length - faults} valid servers`
  const figures = [...kit.slice(1), prism[1], dredd[1], `${sum(0)} of ${sum(1)} mutants`, conditional]
  expect(figures.filter((figure) => !page.includes(String(figure)))).toEqual([])
  const [, requests] = /about (\d+) read-only requests/.exec(readFileSync('README.md', 'utf8')) ?? []
  const sent = verify.tables[0]?.find(([name]) => name === 'verify, own checks')?.at(-1)
  expect(Math.abs(Number(requests) - Number(sent))).toBeLessThan(10)
})

test.each([
  ['src/judge/verifyOptions.ts', verifyDefaults],
  ['src/mock/mockOptions.ts', mockDefaults],
])('the documentation of the options in %s has their defaults', (file, defaults) => {
  const text = readFileSync(file, 'utf8')
  for (const [name, value] of Object.entries(defaults)) {
    const [, documented = ''] = new RegExp(`Default:? (.*) \\*/\\n  ${name}\\?:`).exec(text) ?? []
    const shown = typeof value === 'number' && value >= 10_000 ? value.toLocaleString('en') : String(value)
    expect(documented.replaceAll('`', ''), name).toMatch(new RegExp(`^${shown.replace(/[*.]/g, '\\$&')}\\.`))
  }
})

test('every recipe in the documentation has a row that tests it', () => {
  const rows = globSync('tests/recipes/*.test.ts').map((file) => readFileSync(file, 'utf8'))
  const recipes = globSync('docs/{recipes.md,recipes/*.md}').flatMap((file) =>
    listRecipes(file.replace(/^docs\//, '')),
  )
  expect(recipes.length).toBeGreaterThan(10)
  expect(recipes.filter((recipe) => !rows.some((text) => text.includes(recipe)))).toEqual([])
})

const pages = readCheckPages()

const servers: Record<string, string> = {
  Express: 'bench/advice/servers/express.mjs',
  FastAPI: 'bench/advice/servers/fastApi.py',
  Go: 'bench/advice/servers/main.go',
}

test.for([...ranWith.keys()])('every line of the code for %s is in the tested server', (framework) => {
  const server = readFileSync(servers[framework] ?? '', 'utf8').replaceAll(/[ \t]+/g, ' ')
  const lines = pages.flatMap(({ advice }) =>
    advice
      .filter((each) => each.framework === framework)
      .flatMap(({ code = '' }) => code.split('\n').map((line) => line.trim().replaceAll(/[ \t]+/g, ' '))),
  )
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.filter((line) => !server.includes(line))).toEqual([])
})
