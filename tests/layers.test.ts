import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** Which folder may import from which. */
const ALLOWED: Record<string, readonly string[]> = {
  'src/contract': [],
  'src/harness': ['src/contract'],
  'contract-tests/plan': ['src/harness', 'src/contract'],
  'contract-tests/checks': ['src/harness', 'src/contract'],
  'contract-tests/implementations': [],
  'src/engines': ['src/harness', 'src/contract'],
  'src/reporters': ['src/harness'],
  'src/mock': ['src/contract'],
  'src/console': [],
  'src/generate': ['src/contract', 'src/mock'],
}

const files = globSync(['src/**/*.{ts,cts}', 'contract-tests/**/*.ts']).filter(
  (file) => !/\.(test|test-data|testing)\.ts$/.test(file),
)

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  )
  return specifiers.map((specifier) => normalize(join(dirname(file), specifier)))
}

function layerOf(file: string): string | undefined {
  return Object.keys(ALLOWED).find((layer) => file.startsWith(`${layer}/`))
}

test('every import goes to a layer that its own may use', () => {
  const wrong = files.flatMap((file) => {
    const layer = layerOf(file)
    if (layer === undefined) return []
    const allowed = [layer, ...(ALLOWED[layer] ?? [])]
    return importsOf(file)
      .filter((target) => !allowed.some((each) => target.startsWith(`${each}/`)))
      .map((target) => `${file} -> ${target}`)
  })
  expect(files.length).toBeGreaterThan(60)
  expect(wrong).toEqual([])
})

test('no file imports itself by way of others', () => {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) cycles.push([...way.slice(way.indexOf(file)), file].join(' -> '))
    if (done.has(file) || way.includes(file)) return
    for (const target of importsOf(file)) if (files.includes(target)) visit(target, [...way, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(cycles).toEqual([])
})
