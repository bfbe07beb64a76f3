import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listRecipes } from './recipes/readRecipe.testing.ts'

test('a row tests every recipe of the documentation', () => {
  const rows = globSync('tests/recipes/*.test.ts').map((file) => readFileSync(file, 'utf8'))
  const recipes = globSync('docs/{recipes.md,recipes/*.md}').flatMap((file) =>
    listRecipes(file.replace(/^docs\//, '')),
  )
  expect(recipes.length).toBeGreaterThan(10)
  expect(recipes.filter((recipe) => !rows.some((text) => text.includes(recipe)))).toEqual([])
})
