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
