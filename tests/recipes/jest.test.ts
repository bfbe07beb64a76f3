import { strictTypes } from './strictTypes.testing.ts'
import { type Row, testRows } from './testRows.testing.ts'

const typescript = ['ts-jest@29', 'typescript@5.9', '@types/node@24']
const tests = [
  'recipes.md#the-code-under-test',
  'recipes/jest.md#a-server-for-each-test-file',
  'recipes/jest.md#without-a-server',
  'recipes/jest.md#matchers',
]
/** JavaScript without any configuration. */
const required = `
  const { createMock } = require('plant-store-kit/fetch')
  test('there are two plants', async () => {
    const mock = createMock({ fixtures: [{ name: 'Aloe vera' }, { name: 'Rosa' }] })
    const response = await mock.fetch('/plants', { headers: { Authorization: 'Bearer token-alice' } })
    expect(await response.json()).toHaveLength(2)
  })`
const commonJs = strictTypes({ module: 'commonjs', esModuleInterop: true })
const esm = strictTypes({ module: 'esnext', moduleResolution: 'bundler' })

testRows(
  ['29', '30'].flatMap((version): Row[] => [
    {
      name: `Jest ${version}, CommonJS`,
      packages: [`jest@${version}`, `@jest/globals@${version}`, ...typescript],
      recipes: [...tests, 'recipes/jest.md#commonjs'],
      files: { 'tsconfig.json': commonJs, 'plants.test.js': required },
      commands: { 'npx jest': /Tests: +8 passed/, 'npx tsc': /^$/ },
      isQuick: version === '29',
    },
    {
      name: `Jest ${version}, ES modules`,
      packages: [`jest@${version}`, `@jest/globals@${version}`, ...typescript],
      recipes: [...tests, 'recipes/jest.md#es-modules'],
      files: { 'tsconfig.json': esm },
      commands: { 'npm test': /Tests: +7 passed/, 'npx tsc': /^$/ },
    },
    {
      name: `Jest ${version}, a page in jsdom`,
      packages: [
        `jest@${version}`,
        `@jest/globals@${version}`,
        `jest-environment-jsdom@${version}`,
        'jest-fixed-jsdom',
        ...typescript,
      ],
      recipes: [...tests, 'recipes/jest.md#commonjs'],
      files: { 'tsconfig.json': commonJs, 'plants.test.js': required },
      commands: { 'npx jest --env jest-fixed-jsdom': /Tests: +8 passed/ },
    },
  ]),
)
