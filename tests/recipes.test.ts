import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const recipes = fileURLToPath(new URL('../docs/recipes.md', import.meta.url))
const text = readFileSync(recipes, 'utf8')
const blocks = [...text.matchAll(/^\[`([^`]+)`\]\(([^)]+)\)\n\n```ts\n([\s\S]*?)^```$/gm)].map(
  ([, name = '', link = '', code = '']) => ({ name, file: new URL(link, `file://${recipes}`), code }),
)

test.for(blocks)('the recipe from $name matches the file', ({ name, file, code }) => {
  expect(file.pathname.endsWith(`/${name}`)).toBe(true)
  const source = readFileSync(file, 'utf8')
  for (const part of code.split('…\n')) expect(source).toContain(part)
})

test('every link in the recipes exists', () => {
  expect(blocks.length).toBeGreaterThan(7)
  for (const [, link = ''] of text.matchAll(/\]\(([^)#]+)\)/g))
    expect(existsSync(new URL(link, `file://${recipes}`)), link).toBe(true)
})

/** What Storybook passes to a loader. */
type Story = { id: string; parameters: { plantStore?: { scenario: string } } }
type Preview = {
  loaders: [(story: Story) => { fetch: typeof fetch }]
  beforeEach: (story: Story) => () => void
}

const alice = { headers: { Authorization: 'Bearer token-alice' } }
const plants = 'https://api.plants.example/v1/plants'

test('stories on the same page can have different scenarios', async () => {
  const { default: preview }: { default: Preview } = await import('../docs/storybook/preview.ts' as string)
  const [load] = preview.loaders
  const full = load({ id: 'shelf--full', parameters: {} })
  const empty = load({ id: 'shelf--empty', parameters: { plantStore: { scenario: 'empty' } } })
  expect(await (await full.fetch(plants, alice)).json()).toHaveLength(30)
  expect(await (await empty.fetch(plants, alice)).json()).toEqual([])
  expect(await (await full.fetch(new Request(plants, alice))).json()).toHaveLength(30)
})

test('a story replaces the global fetch for its store, and restores it when it ends', async () => {
  const { default: preview }: { default: Preview } = await import('../docs/storybook/preview.ts' as string)
  const before = globalThis.fetch
  const leave = preview.beforeEach({ id: 'shelf--one', parameters: { plantStore: { scenario: 'one' } } })
  expect(await (await fetch(plants, alice)).json()).toHaveLength(1)
  expect(await (await fetch('data:,elsewhere')).text()).toBe('elsewhere')
  leave()
  expect(globalThis.fetch).toBe(before)
})
