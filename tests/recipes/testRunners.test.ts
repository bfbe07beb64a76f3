import { readFileSync } from 'node:fs'
import { bundled, chromium, chromiumConfig, type Row, strictTypes, testRows } from './testRows.testing.ts'

const typescript = 'typescript@5.9 @types/node@24'

const ownSetup = {
  'own.config.ts': `export default { test: { globalSetup: './plants.setup.ts', include: ['own.check.ts'] } }`,
  'own.check.ts': `
    import { test } from 'plant-store-kit/vitest'
    import { expect } from 'vitest'
    test('the mock has the options of the setup', async ({ mock }) => {
      await mock.settings({ delay: 1 })
      const response = await mock.fetch('/plants', { headers: { Authorization: 'Bearer eyJ.a.b' } })
      expect(await response.json()).toEqual([{ name: 'Aloe vera' }])
    })`,
}

testRows([
  ...['vitest@3.2.4', 'vitest@4.0', 'vitest@latest'].map((version) => ({
    name: version,
    isQuick: version === 'vitest@latest',
    packages: `${version} axios@1 jsdom@latest happy-dom@latest typescript@5.9 @types/node@latest`,
    recipes: [
      'recipes.md#the-code-under-test',
      'recipes/vitest.md#one-server-and-a-session-for-each-test',
      'recipes/vitest.md#code-that-calls-the-global-fetch',
      'recipes/vitest.md#code-that-uses-xmlhttprequest',
      'recipes/vitest.md#your-own-fixtures',
    ],
    manifest: { type: 'module' },
    files: { ...ownSetup, 'tsconfig.json': strictTypes() },
    commands: {
      'npx vitest run': /Tests +6 passed/,
      'npx vitest run --environment jsdom': /Tests +6 passed/,
      'npx vitest run --environment happy-dom': /Tests +6 passed/,
      'npx vitest run --environment happy-dom --config own.config.ts': /Tests +1 passed/,
      'npx tsc': /^$/,
    },
  })),
  {
    name: 'vitest@latest in its browser mode',
    packages: 'vitest@latest @vitest/browser-playwright@latest playwright@latest',
    recipes: [
      'recipes.md#the-code-under-test',
      'recipes/vitest.md#one-server-and-a-session-for-each-test',
      'recipes/vitest.md#jsdom-happy-dom-and-the-browser-mode',
    ],
    manifest: { type: 'module' },
    edits: { 'launchOptions: {': "launchOptions: { args: ['--no-sandbox']," },
    commands: {
      'CHROMIUM=${CHROMIUM:-/usr/bin/chromium} npx vitest run --config vitest.config.browser.ts':
        /Tests +4 passed/,
    },
  },
  {
    name: 'vitest@2 does not block the installation, and a message says what is needed',
    packages: 'vitest@2',
    recipes: ['recipes.md#the-code-under-test', 'recipes/vitest.md#one-server-and-a-session-for-each-test'],
    manifest: { type: 'module' },
    commands: {
      'npx vitest run || true':
        /plant-store-kit\/vitest\/setup needs vitest 3\.2 or later; this is (?:2\.\d+\.\d+|an older version)/,
    },
  },
])

const jestRecipes = [
  'recipes.md#the-code-under-test',
  'recipes/jest.md#a-server-for-each-test-file',
  'recipes/jest.md#without-a-server',
  'recipes/jest.md#matchers',
]

/** A test in JavaScript that needs no configuration. */
const required = `
  const { createMock } = require('plant-store-kit/fetch')
  test('there are two plants', async () => {
    const mock = createMock({ fixtures: [{ name: 'Aloe vera' }, { name: 'Rosa' }] })
    const response = await mock.fetch('/plants', { headers: { Authorization: 'Bearer token-alice' } })
    expect(await response.json()).toHaveLength(2)
  })`

const commonJs = strictTypes({ module: 'commonjs', esModuleInterop: true })

const forReact = strictTypes({ module: 'commonjs', esModuleInterop: true, jsx: 'react-jsx' })

const react = 'react@19 react-dom@19 @types/react@19 @testing-library/react @testing-library/dom'

const jest = (version: string): string => `jest@${version} @jest/globals@${version} ts-jest@29 ${typescript}`

testRows(
  ['29', '30'].flatMap((version): Row[] => [
    {
      name: `Jest ${version}, CommonJS`,
      packages: jest(version),
      recipes: [...jestRecipes, 'recipes/jest.md#commonjs'],
      files: { 'tsconfig.json': commonJs, 'plants.test.js': required },
      commands: { 'npx jest': /Tests: +7 passed/, 'npx tsc': /^$/ },
    },
    {
      name: `Jest ${version}, ES modules`,
      packages: jest(version),
      recipes: [...jestRecipes, 'recipes/jest.md#es-modules'],
      files: { 'tsconfig.json': strictTypes(bundled) },
      commands: { 'npm test': /Tests: +6 passed/, 'npx tsc': /^$/ },
    },
    {
      name: `Jest ${version}, a page in jsdom`,
      packages: `${jest(version)} jest-environment-jsdom@${version} jest-fixed-jsdom ${react}`,
      recipes: [...jestRecipes, 'recipes/jest.md#a-react-component', 'recipes/jest.md#commonjs'],
      files: { 'tsconfig.json': forReact, 'plants.test.js': required },
      commands: {
        'npx jest --env jest-fixed-jsdom': /Tests: +8 passed/,
        'npx jest --env jsdom plants || true': /use the environment jest-fixed-jsdom instead of jsdom/,
      },
    },
  ]),
)

/** The files that a page with `src/main.ts` needs for `npx vite`. */
const viteFiles: Record<string, string> = {
  'index.html': '<!doctype html><script type="module" src="/src/main.ts"></script>',
  'src/shelf.ts': `export * from '../shelf.ts'`,
  'tsconfig.json': strictTypes({
    ...bundled,
    allowImportingTsExtensions: true,
    types: ['vite/client', 'node'],
  }),
  'playwright.config.ts': `
    export default {
      use: { baseURL: 'http://localhost:5173', launchOptions: ${chromium} },
      webServer: { command: 'npx vite --port 5173 --strictPort', url: 'http://localhost:5173' },
    }`,
}

const vitePackages = `vite@latest @playwright/test@latest ${typescript}`

/** Returns a test in Chromium that expects this text on a page. */
function expectOnPage(path: string, text: string): string {
  return `
    import { expect, test } from '@playwright/test'
    test('the page shows the text', async ({ page }) => {
      await page.goto('${path}')
      await expect(page.locator('body')).toContainText('${text}')
    })`
}

const shelf = 'recipes.md#the-code-under-test'

const forMsw2 = { onUnhandledFrame: 'onUnhandledRequest' }

testRows([
  ...['msw@2.0', 'msw@2', 'msw@latest'].map((version): Row => {
    const isTyped = version !== 'msw@2.0'
    return {
      name: `${version} in Node.js`,
      // MSW 2.0 does not support the TypeScript versions that were released after it.
      packages: `${version} vitest@latest ${isTyped ? typescript : ''}`,
      recipes: [shelf, 'recipes/msw.md#in-nodejs'],
      manifest: { type: 'module' },
      files: { 'tsconfig.json': strictTypes() },
      edits: version === 'msw@latest' ? {} : forMsw2,
      commands: { 'npx vitest run': /Tests +5 passed/, ...(isTyped && { 'npx tsc': /^$/ }) },
    }
  }),
  ...['msw@2', 'msw@latest'].map(
    (version): Row => ({
      name: `${version} in the browser`,
      packages: `${version} ${vitePackages}`,
      recipes: [shelf, 'recipes/msw.md#in-the-browser'],
      manifest: { type: 'module' },
      files: { ...viteFiles, 'worker.spec.ts': expectOnPage('/', 'Monstera deliciosa, Ginkgo biloba') },
      port: 5173,
      edits: version === 'msw@latest' ? {} : forMsw2,
      commands: {
        'npx msw init public --save': /./,
        'npx playwright test': /1 passed/,
        'npx tsc': /^$/,
        'npx vite build': /built in/,
        'grep -rl Monstera dist | wc -l': /^0$/m,
      },
    }),
  ),
  {
    name: 'createMock in a page, without MSW',
    packages: vitePackages,
    recipes: [shelf, 'recipes.md#in-the-page-without-a-server'],
    manifest: { type: 'module' },
    files: { ...viteFiles, 'page.spec.ts': expectOnPage('/?mock=one', 'Monstera deliciosa') },
    port: 5173,
    commands: {
      'npx playwright test': /1 passed/,
      'npx tsc': /^$/,
      'npx vite build': /built in/,
      'grep -rl Monstera dist | wc -l': /^0$/m,
      'npx vite build --mode preview': /built in/,
      'grep -rl "Monstera" dist | wc -l': /^[1-9]/m,
    },
  },
  {
    name: 'msw@latest in Jest 30, ES modules',
    packages: `msw@latest ${jest('30')}`,
    recipes: [shelf, 'recipes/jest.md#es-modules', 'recipes/msw.md#in-nodejs'],
    files: { 'tsconfig.json': strictTypes(bundled) },
    edits: { "'vitest'": "'@jest/globals'", './shelf.ts': './shelf' },
    commands: { 'npm test': /Tests: +5 passed/, 'npx tsc': /^$/ },
  },
])

/** The page under test, its server, and a configuration that adds Chromium to the configuration of the recipe. */
const playwrightFiles = {
  'page.html': readFileSync(new URL('page.html', import.meta.url), 'utf8'),
  'serve.cjs': `
    const page = require('node:fs').readFileSync('page.html')
    require('node:http').createServer((_, response) => response.setHeader('content-type', 'text/html').end(page)).listen(5173)`,
  'chromium.config.ts': chromiumConfig,
}

testRows(
  ['1.57', 'latest'].flatMap((version) =>
    ['module', 'commonjs'].map(
      (type): Row => ({
        name: `Playwright ${version}, ${type}`,
        packages: `@playwright/test@${version} ${typescript}`,
        recipes: ['recipes/playwright.md#a-mock-for-each-worker'],
        manifest: { type, scripts: { dev: 'node serve.cjs' } },
        files: {
          ...playwrightFiles,
          'tsconfig.json': strictTypes(type === 'module' ? bundled : { module: 'node16' }),
        },
        port: 5173,
        commands: { 'npx playwright test --config chromium.config.ts': /6 passed/, 'npx tsc': /^$/ },
      }),
    ),
  ),
)

testRows(
  ['start-server-and-test@2', 'start-server-and-test@latest', 'wait-on@7', 'wait-on@latest'].map(
    (version) => ({
      name: version,
      packages: version,
      recipes: ['recipes.md#waiting-for-the-mock'],
      files: {
        'plants.test.js': `
          const { deepEqual } = require('node:assert/strict')
          const { test } = require('node:test')
          test('the mock is up', async () => {
            const headers = { Authorization: 'Bearer token-empty' }
            deepEqual(await (await fetch('http://127.0.0.1:4010/plants', { headers })).json(), [])
          })`,
      },
      port: 4010,
      commands: { [version.startsWith('wait') ? 'npm run test:wait-on' : 'npm run test:mock']: /pass 1\b/ },
    }),
  ),
)

/** Code that uses entries with types for both module systems, correctly and, where a comment says so, incorrectly. */
const code = `
import { expect, test } from 'plant-store-kit/playwright'
import * as runner from 'node:test'
import { type ContractTestOptions, contractTests } from 'plant-store-kit/contract-tests'
import { createMock, FaultError, type FetchMock } from 'plant-store-kit/fetch'
import { contract } from 'plant-store-kit/fixtures'
import { handlers } from 'plant-store-kit/msw'
import { FixtureError, type Mock, type Report, startMock, verify } from 'plant-store-kit'
import type { ApiError, paths, Plant } from 'plant-store-kit/types'
import { setupServer } from 'msw/node'

const plants: Plant[] = [{ name: 'Rosa' }]
const fetchMock: FetchMock = createMock({ fixtures: plants })
setupServer(...handlers({ mock: fetchMock }))
// @ts-expect-error: a plant has a name
fetchMock.plants([{ nme: 'Rosa' }])

export async function main(): Promise<Report> {
  const mock: Mock = await startMock({ port: 0 })
  return verify(mock.url, { token: 'token-alice' })
}

test('has types', async ({ page, plantStore }) => {
  plantStore.scenario('empty')
  // @ts-expect-error: a scenario has a name
  plantStore.scenario(5)
  await expect(page.getByRole('status')).toHaveText(contract.path)
})

export const options: ContractTestOptions = { token: async () => 'token-alice', strict: true }
export const declareTests = (): void => contractTests(runner, () => 'http://127.0.0.1:4010', options)
// @ts-expect-error: a base URL is a string
export const declareWrongly = (): void => contractTests(runner, 4010)

export const explain = (error: unknown): string =>
  error instanceof FaultError ? error.fault : error instanceof FixtureError ? error.reason : ''
export type Get = paths['/plants']['get']
export const message = ({ message }: ApiError): string => message
`

const row = (version: string, type: 'commonjs' | 'module', modes: readonly string[]): Row => ({
  name: `types in ${version}, ${type}`,
  packages: `${version} @types/node@24 @playwright/test@latest ${type === 'module' ? 'msw@latest' : 'msw@2'}`,
  recipes: [],
  manifest: { type },
  files: { 'use.ts': code, 'tsconfig.json': strictTypes({ skipLibCheck: false }) },
  commands: Object.fromEntries(modes.map((mode) => [`npx tsc ${mode}`, /^$/])),
})

// MSW's own declarations do not compile with `--module node16`, so skip the check of declarations.
const node16 = '--module node16 --skipLibCheck'

const node10 = '--module commonjs --moduleResolution node10'

const nodeNext = '--module nodenext'

const bundler = '--module esnext --moduleResolution bundler'

testRows([
  row('typescript@5.9', 'commonjs', [node16, node10]),
  row('typescript@5.9', 'module', [node16, nodeNext, bundler]),
  row('typescript@6', 'commonjs', [node16, nodeNext]),
  row('typescript@latest', 'commonjs', [node16, nodeNext, bundler]),
  row('typescript@latest', 'module', [node16, nodeNext, bundler]),
])
