import { strictTypes } from './strictTypes.testing.ts'
import { testRows } from './testRows.testing.ts'

testRows([
  ...['vitest@3.2.4', 'vitest@4.0', 'vitest@latest'].map((version) => ({
    name: version,
    isQuick: version === 'vitest@latest',
    packages: [
      version,
      'axios@1',
      'jsdom@latest',
      'happy-dom@latest',
      'typescript@5.9',
      '@types/node@latest',
    ],
    recipes: [
      'recipes.md#the-code-under-test',
      'recipes/vitest.md#one-server-and-a-session-for-each-test',
      'recipes/vitest.md#code-that-calls-the-global-fetch',
      'recipes/vitest.md#code-that-uses-xmlhttprequest',
    ],
    manifest: { type: 'module' },
    files: { 'tsconfig.json': strictTypes() },
    commands: {
      'npx vitest run': /Tests +7 passed/,
      'npx vitest run --environment jsdom': /Tests +7 passed/,
      'npx vitest run --environment happy-dom': /Tests +7 passed/,
      'npx tsc': /^$/,
    },
  })),
  {
    name: 'vitest@latest in its browser mode',
    packages: ['vitest@latest', '@vitest/browser-playwright@latest', 'playwright@latest'],
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
    packages: ['vitest@2'],
    recipes: ['recipes.md#the-code-under-test', 'recipes/vitest.md#one-server-and-a-session-for-each-test'],
    manifest: { type: 'module' },
    commands: {
      'npx vitest run || true':
        /plant-store-kit\/vitest\/setup needs vitest 3\.2 or later; this is (?:2\.\d+\.\d+|an older one)/,
    },
  },
])
