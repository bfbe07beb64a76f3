import { chromium } from './chromium.testing.ts'
import { strictTypes } from './strictTypes.testing.ts'
import { testRows } from './testRows.testing.ts'

testRows(
  ['18', 'latest'].map((version) => ({
    name: `a React page with tests, React ${version}`,
    packages: [
      ...['react', 'react-dom', '@types/react', '@types/react-dom'].map((name) => `${name}@${version}`),
      'vite@latest',
      '@vitejs/plugin-react@latest',
      'vitest@latest',
      'jsdom@latest',
      '@testing-library/react@latest',
      '@testing-library/dom@latest',
      '@playwright/test@latest',
      'typescript@5.9',
      '@types/node@24',
    ],
    recipes: ['recipes/react.md#the-page-and-its-tests'],
    manifest: { type: 'module' },
    files: {
      'chromium.config.ts': `
        import config from './playwright.config'
        export default { ...config, use: { ...config.use, launchOptions: ${chromium} } }`,
      // Fails, to leave the requests that the mock received.
      'fails.config.ts': `
        import config from './chromium.config'
        export default { ...config, testDir: 'fails' }`,
      'fails/fails.spec.ts': `
        import { expect, test } from 'plant-store-kit/playwright'
        test('expects what is not there', async ({ page, plantStore }) => {
          plantStore.scenario('empty')
          await page.goto('/')
          await expect(page.getByRole('status')).toHaveText('No plants yet')
          await expect(plantStore).not.toHaveReceived({ limit: 5 })
          await expect.configure({ timeout: 100 })(plantStore).toHaveReceived({ limit: 5 })
        })`,
      'tsconfig.json': strictTypes({
        module: 'esnext',
        moduleResolution: 'bundler',
        allowImportingTsExtensions: true,
        jsx: 'react-jsx',
        skipLibCheck: true,
      }),
    },
    port: 5173,
    commands: {
      'npx tsc': /^$/,
      'npx vitest run': /Tests +7 passed/,
      'npx playwright test --config chromium.config.ts --repeat-each 3': /9 passed/,
      'npx playwright test --config fails.config.ts || cat test-results/*/plant-store.txt':
        /it received[\s\S]*scenario empty\n[\d:.]+ {2}GET \/plants \(200, scenario empty/,
      'npx vite build': /built in/,
    },
    isQuick: version === 'latest',
  })),
)
