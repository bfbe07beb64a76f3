import { chromium } from './chromium.testing.ts'
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
      'oxlint@latest',
      `typescript@${version === '18' ? '5.9' : version}`,
      '@types/node@latest',
    ],
    recipes: ['examples/react'],
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
        })
        test.describe('below another path', () => {
          test.use({ plantStoreInPlaceOf: 'http://localhost:5173/v1' })
          test('gets what the server of the page has', async ({ page, plantStore }) => {
            plantStore.scenario('empty')
            await page.goto('/')
            await expect(page.getByRole('status')).toHaveText('30 plants')
            await expect.configure({ timeout: 100 })(page.getByRole('status')).toHaveText('No plants yet')
          })
        })`,
      'built.config.ts': `
        import config from './chromium.config'
        const command = 'npx vite preview --port 5173 --strictPort'
        export default { ...config, webServer: { ...config.webServer, command } }`,
    },
    port: 5173,
    commands: {
      'npx tsc': /^$/,
      'npx vitest run': /Tests +14 passed/,
      'npx playwright test --config chromium.config.ts --repeat-each 3': /21 passed/,
      'npx playwright test --config fails.config.ts || cat test-results/*/plant-store.txt':
        /it received[\s\S]*plantStoreInPlaceOf: expected (http:\/\/localhost:\d+\/api), because the page requested \1\/plants, got [\s\S]*in place of \1\nscenario empty\n[\d:.]+ {2}GET \/plants \(200, scenario empty/,
      'npx vite build': /built in/,
      // The listener of the page is only there in development.
      "! grep -rE 'plant-store|token-alice|__admin' dist": /^$/,
      'npx playwright test --config built.config.ts': /7 passed/,
      'npx oxlint --react-plugin -D react/set-state-in-effect -D react/exhaustive-deps src':
        /Found 0 warnings and 0 errors/,
    },
    isQuick: version === 'latest',
  })),
)
