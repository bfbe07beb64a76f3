import { strictTypes } from './strictTypes.testing.ts'
import { testRows } from './testRows.testing.ts'

testRows([
  ...['vitest@3.2.4', 'vitest@4.0', 'vitest@latest'].map((version) => ({
    name: version,
    packages: [version, 'axios@1', 'jsdom@latest', 'typescript@5.9', '@types/node@24'],
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
      'npx tsc': /^$/,
    },
  })),
  {
    name: 'vitest@2 does not block the installation, and a message says what is needed',
    packages: ['vitest@2'],
    recipes: ['recipes.md#the-code-under-test', 'recipes/vitest.md#one-server-and-a-session-for-each-test'],
    manifest: { type: 'module' },
    commands: {
      'npx vitest run || true':
        /plant-store-kit\/vitest\/setup needs vitest 3\.2 or later; this is 2\.\d+\.\d+/,
    },
  },
])
