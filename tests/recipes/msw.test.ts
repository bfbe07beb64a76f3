import { strictTypes } from './strictTypes.testing.ts'
import { type Row, testRows } from './testRows.testing.ts'
import { expectOnPage, viteFiles, vitePackages } from './vitePage.testing.ts'

const shelf = 'recipes.md#the-code-under-test'
const forMsw2 = { onUnhandledFrame: 'onUnhandledRequest' }

testRows([
  ...['msw@2.0', 'msw@2', 'msw@latest'].map((version): Row => {
    const isTyped = version !== 'msw@2.0'
    return {
      name: `${version} in Node.js`,
      // MSW 2.0 excludes TypeScript versions that are newer than itself.
      packages: [version, 'vitest@latest', ...(isTyped ? ['typescript@5.9', '@types/node@24'] : [])],
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
      packages: [version, ...vitePackages],
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
    packages: ['msw@latest', 'jest@30', '@jest/globals@30', 'ts-jest@29', 'typescript@5.9', '@types/node@24'],
    recipes: [shelf, 'recipes/jest.md#es-modules', 'recipes/msw.md#in-nodejs'],
    files: { 'tsconfig.json': strictTypes({ module: 'esnext', moduleResolution: 'bundler' }) },
    edits: { "'vitest'": "'@jest/globals'", './shelf.ts': './shelf' },
    commands: { 'npm test': /Tests: +5 passed/, 'npx tsc': /^$/ },
  },
])
