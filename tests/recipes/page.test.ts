import { chromium } from './chromium.testing.ts'
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
      'typescript@latest',
      '@types/node@latest',
    ],
    recipes: ['examples/page'],
    files: {
      'chromium.config.ts': `
        import config from './playwright.config'
        export default { ...config, use: { ...config.use, launchOptions: ${chromium} } }`,
    },
    port: 5173,
    commands: {
      'npx tsc': /^$/,
      'npx vitest run': /Tests +7 passed/,
      'npx playwright test --config chromium.config.ts': /6 passed/,
      'npx vite build': /built in/,
      "! grep -rE 'plant-store|token-alice|__admin' dist": /^$/,
    },
  },
])
