import { existsSync, readdirSync, readFileSync } from 'node:fs'

const PAGES = new URL('../.pages/', import.meta.url)

/** Creates a sidebar entry with the page's heading as its text. */
const page = (link) => ({ text: readTitle(link), link: `/${link}` })

function readTitle(link) {
  const text = readFileSync(new URL(`${link}.md`, PAGES), 'utf8')
  return (/^# (.+)$/m.exec(text)?.[1] ?? link).replaceAll(/[`\\]/g, '')
}

const list = (folder) =>
  readdirSync(new URL(folder, PAGES))
    .map((file) => file.replace(/\.md$/, ''))
    .map((name) => page(`${folder}/${name}`))

const group = (text, pages, more = []) => ({
  text,
  collapsed: false,
  items: [...pages.filter((link) => existsSync(new URL(`${link}.md`, PAGES))).map(page), ...more],
})

/** The pages about checks, in the order of the catalogue. */
const topics = [...readFileSync(new URL('checks.md', PAGES), 'utf8').matchAll(/\(\/checks\/([\w-]+)#/g)].map(
  ([, id]) => id,
)

export const sidebar = [
  { text: 'Where to start', link: '/start' },
  group(
    'I build against the API',
    ['build', 'mock', 'recipes'],
    [{ text: 'Recipe for each tool', collapsed: true, items: list('recipes') }],
  ),
  group(
    'I implement it',
    ['implement', 'verify', 'reports', 'replay'],
    [
      {
        text: 'The checks',
        link: '/checks',
        collapsed: true,
        items: [...new Set(topics)].map((id) => page(`checks/${id}`)),
      },
    ],
  ),
  group(
    'I run the pipeline',
    ['pipelines', 'baseline', 'monitor', 'upgrades'],
    [{ text: 'Exit codes', link: '/cli#exit-codes' }],
  ),
  group('I own the contract', ['contract', 'verdicts']),
  group(
    'I work on the kit',
    ['contributing', 'map', 'policy', 'quality', 'changelog', 'security'],
    [{ text: 'Decisions', collapsed: true, items: list('decisions') }],
  ),
  group('Reference', ['cli']),
]
