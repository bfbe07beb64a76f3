import { chromium } from './chromium.testing.ts'
import { strictTypes } from './strictTypes.testing.ts'
import { testRows } from './testRows.testing.ts'

testRows([
  {
    name: 'a page with tests',
    packages: [
      'vite@latest',
      'vitest@latest',
      'jsdom@latest',
      '@playwright/test@latest',
      'openapi-fetch@0.17',
      'typescript@5.9',
      '@types/node@24',
    ],
    recipes: ['recipes/page.md#the-page-and-its-tests'],
    manifest: { type: 'module' },
    files: {
      'chromium.config.ts': `
        import config from './playwright.config'
        export default { ...config, use: { ...config.use, launchOptions: ${chromium} } }`,
      'tsconfig.json': strictTypes({
        module: 'esnext',
        moduleResolution: 'bundler',
        allowImportingTsExtensions: true,
        skipLibCheck: true,
      }),
    },
    port: 5173,
    commands: {
      'npx tsc': /^$/,
      'npx vitest run': /Tests +6 passed/,
      'npx playwright test --config chromium.config.ts': /5 passed/,
      'npx vite build': /built in/,
    },
  },
])
