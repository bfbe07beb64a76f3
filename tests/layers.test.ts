import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** The folders that the files in each folder may import. This list does not limit other folders. */
const ALLOWED: Record<string, readonly string[]> = {
  'src/contract': [],
  'src/judge': ['src/contract', 'generated'],
  'src/record': ['src/judge', 'src/contract'],
  'contract-tests/plan': ['src/judge', 'src/contract'],
  'contract-tests/checks': ['contract-tests/plan', 'src/judge', 'src/contract'],
  // The test servers share no code with the mock, except the code that creates a certificate.
  'contract-tests/implementations': ['src/mock/tls'],
  'src/engines': ['src/record', 'src/judge', 'src/contract'],
  'src/report': ['src/judge', 'src/contract'],
  'src/mock': ['src/contract'],
  'src/page': ['src/mock', 'src/contract'],
  // The console imports only types from the mock, which the console's build removes.
  'src/console': ['src/mock'],
  'src/build': ['src/contract', 'src/mock', 'src/cli', 'src/prove', 'dist/generated'],
}

/** In src, only these files may import the contract tests. */
const MAY_IMPORT_CONTRACT_TESTS = /^src\/(verify\.ts$|prove\/)/

const files = globSync(
  ['src/**/*.{ts,tsx,cts,mjs,css,html}', 'contract-tests/**/*.ts', 'tests/**/*.ts', 'bench/**/*.ts'],
  { exclude: ['**/node_modules'] },
).filter((file) => !/\.(test|test-data|testing)\.ts$/.test(file))

function listImports(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  )
  return specifiers.map((specifier) => normalize(join(dirname(file), specifier)))
}

test('every import goes to a layer that the importing folder may use', () => {
  const wrong = files.flatMap((file) => {
    const layer = Object.keys(ALLOWED).find((each) => file.startsWith(`${each}/`))
    if (layer === undefined) return []
    const allowed = [layer, ...(ALLOWED[layer] ?? [])]
    return listImports(file)
      .filter((target) => !allowed.some((each) => target.startsWith(`${each}/`)))
      .map((target) => `${file} -> ${target}`)
  })
  expect(files.length).toBeGreaterThan(300)
  expect(wrong).toEqual([])
})

test('the judge reads no clock and no environment variables, and imports no module that does I/O', () => {
  const impure =
    /\bperformance\b|\bDate\.now\b|\bprocess\.(?!getBuiltinModule\('node:zlib'\))|\bMath\.random\b|'node:(?!zlib|buffer|util|querystring)/
  const judge = files.filter((file) => file.startsWith('src/judge/'))
  expect(judge.filter((file) => impure.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('only decideVerdict decides a verdict', () => {
  const wrong = files
    .filter((file) => /^src\/(judge|record|engines|cli)\/|^src\/[a-z]+\.ts$/.test(file))
    .filter((file) =>
      /\bexitCode: (EXIT_CODES|[0-9])|\bverdict: '(conformant|violations|incomplete)'/.test(
        readFileSync(file, 'utf8'),
      ),
    )
    .filter((file) => !/exitCode: 0 \| 1/.test(readFileSync(file, 'utf8')))
  expect(wrong).toEqual(['src/judge/verdict.ts'])
})

test('the console imports only types from the mock', () => {
  const values = files
    .filter((file) => file.startsWith('src/console/'))
    .filter((file) => /^(import|export) (?!type )[^']*'[^']*\/mock\//m.test(readFileSync(file, 'utf8')))
  expect(values).toEqual([])
})

test('only src/verify.ts and src/prove import the contract tests', () => {
  const wrong = files
    .filter((file) => file.startsWith('src/') && !MAY_IMPORT_CONTRACT_TESTS.test(file))
    .flatMap((file) =>
      listImports(file)
        .filter((target) => target.startsWith('contract-tests/'))
        .map((target) => `${file} -> ${target}`),
    )
  expect(wrong).toEqual([])
})

test('no chain of imports returns to the file where it starts', () => {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
    if (done.has(file) || path.includes(file)) return
    for (const target of listImports(file)) if (files.includes(target)) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(cycles).toEqual([])
})
