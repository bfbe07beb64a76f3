import { checkNextjs, checkPage, checkStorybook, checkVite } from './openServer.testing.ts'
import { bundled, chromium, chromiumConfig, readScript, strictTypes, testRows } from './testRows.testing.ts'

const checkBuild = { 'checkBuild.mjs': readScript('checkBuild.mjs') }

const wrongConfig = `
import { plantStore } from 'plant-store-kit/vite'
export default { plugins: [plantStore({ fixtures: [{ nme: 'Aloe vera' }] })] }`

testRows(
  ['vite@5', 'vite@6', 'vite@7', 'vite@latest'].map((version) => ({
    name: version === 'vite@5' ? `${version}, CommonJS` : version,
    packages: `${version} openapi-fetch@0.17 typescript@5.9 @types/node@24`,
    recipes: ['recipes/vite.md#the-mock-at-the-pages-own-origin'],
    ...(version !== 'vite@5' && { manifest: { type: 'module' } }),
    files: {
      ...checkBuild,
      'wrong.config.mjs': wrongConfig,
      'tsconfig.json': strictTypes({ ...bundled, lib: ['es2023', 'dom'], types: ['vite/client', 'node'] }),
    },
    commands: {
      'npx tsc': /^$/,
      'npx vite --port PORT --strictPort': checkVite,
      'npx vite build --target esnext': /built in/,
      "node checkBuild.mjs 'dist/**/*.*'": /2 files without the mock/,
      // Vite prints the error without a stack trace.
      'npx vite --config wrong.config.mjs || true':
        /\n\[?plant-store-kit: fixtures\[0\]: expected an object with "name"[^\n]*\n$/,
    },
  })),
)

const webpackPage = {
  'public/index.html': '<title>Plants</title><p role="status">Loading…</p><script src="/main.js"></script>',
  'src/main.js': `
    const token = localStorage.getItem('token') ?? (process.env.NODE_ENV === 'development' ? 'token-alice' : '')
    async function describePlants() {
      try {
        const response = await fetch('/api/plants', { headers: { Authorization: 'Bearer ' + token } })
        const answer = await response.json().catch(() => undefined)
        if (!response.ok || !answer) return 'That did not work: ' + (answer?.message ?? response.status)
        return answer.length === 0 ? 'No plants yet' : answer.length + ' plants'
      } catch {
        return 'The store cannot be reached'
      }
    }
    describePlants().then((text) => document.querySelector('[role=status]').replaceChildren(text))`,
}

testRows(
  ['webpack-dev-server@5', 'webpack-dev-server@latest'].map((version) => ({
    name: version,
    packages: `webpack@5 webpack-cli ${version}`,
    recipes: ['recipes/vite.md#webpack-and-express'],
    files: { ...checkBuild, ...webpackPage },
    commands: {
      'npx webpack serve --port PORT': checkPage,
      'npx webpack --mode production': /compiled successfully/,
      "node checkBuild.mjs 'dist/**/*.*'": /1 files without the mock/,
    },
  })),
)

const react = 'react@19 react-dom@19 openapi-fetch@0.17'

const nextFiles = {
  ...checkBuild,
  'app/layout.tsx': 'export default ({ children }: any) => <html><body>{children}</body></html>',
  'playwright.config.ts': `export default {
    use: { baseURL: 'http://localhost:5173', launchOptions: ${chromium} },
    webServer: { command: 'npx next dev --port 5173', url: 'http://localhost:5173' },
  }`,
}

testRows(
  ['next@15', 'next@latest'].map((version) => ({
    name: version,
    packages: `${version} ${react} @playwright/test@latest typescript@5.9 @types/react@19 @types/node@24`,
    recipes: [
      'recipes/nextjs.md#the-mock-starts-with-the-development-server',
      'recipes/nextjs.md#tests-in-playwright',
    ],
    files: nextFiles,
    port: 5173,
    commands: {
      'npx playwright test': /1 passed/,
      'NEXT_TELEMETRY_DISABLED=1 npx next dev --port PORT': checkNextjs,
      'NEXT_TELEMETRY_DISABLED=1 npx next build': /Compiled successfully/,
      "node checkBuild.mjs '.next/static/**/*.js' '.next/server/**/*.js'": /files without the mock/,
    },
  })),
)

const wrongStory = `
import { Shelf } from './Shelf'

export default { component: Shelf }
export const Plants = { parameters: { plantStore: { plants: [{ nme: 'Aloe vera' }] } } }`

const ownMenu = `
import { definePreview } from '@storybook/react-vite'
import { plantStore } from 'plant-store-kit/storybook'

export default definePreview({
  addons: [plantStore({ scenarios: [{ name: 'one-herb', plants: [{ name: 'Mentha', tag: 'herb' }] }] })],
})`

const viteConfig = `
import react from '@vitejs/plugin-react'
export default { plugins: [react()] }`

testRows(
  ['9', '10'].map((version) => ({
    name: `Storybook ${version}`,
    packages: [
      ...['storybook', '@storybook/react-vite', '@storybook/addon-docs'].map((name) => `${name}@${version}`),
      `vite@7 @vitejs/plugin-react@5 ${react} typescript@5.9 @types/react@19`,
    ].join(' '),
    recipes: ['recipes/storybook.md#a-mock-for-each-story'],
    manifest: { type: 'module' },
    files: {
      'vite.config.js': viteConfig,
      'src/Wrong.stories.tsx': wrongStory,
      ...(version === '10' && { 'ownMenu.ts': ownMenu }),
      'tsconfig.json': strictTypes({
        ...bundled,
        lib: ['es2023', 'dom'],
        jsx: 'react-jsx',
        types: [],
        skipLibCheck: true,
      }),
    },
    commands: {
      'npx tsc': /^$/,
      'STORYBOOK_DISABLE_TELEMETRY=1 npx storybook dev --ci -p PORT': checkStorybook,
      'STORYBOOK_DISABLE_TELEMETRY=1 npx storybook build -o built': /completed|Output directory/,
      'npx vite preview --outDir built --port PORT --strictPort': checkStorybook,
    },
  })),
)

const pageTests = 'vite@latest vitest@latest jsdom@latest @playwright/test@latest @types/node@latest'

testRows(
  ['18', 'latest'].map((version) => ({
    name: `a React page with tests, React ${version}`,
    packages: [
      ...['react', 'react-dom', '@types/react', '@types/react-dom'].map((name) => `${name}@${version}`),
      `${pageTests} @vitejs/plugin-react@latest @testing-library/react@latest @testing-library/dom@latest`,
      `oxlint@latest typescript@${version === '18' ? '5.9' : version}`,
    ].join(' '),
    recipes: ['examples/react'],
    files: {
      'chromium.config.ts': chromiumConfig,
      // These tests fail on purpose, so that their output contains the mock's requests.
      'fails.config.ts': `
        import config from './chromium.config'
        export default { ...config, testDir: 'fails' }`,
      'fails/fails.spec.ts': `
        import { expect, test } from 'plant-store-kit/playwright'
        test('expects a text that the page does not have', async ({ page, plantStore }) => {
          plantStore.scenario('empty')
          await page.goto('/')
          await expect(page.getByRole('status')).toHaveText('No plants yet')
          await expect(plantStore).not.toHaveReceived({ limit: 5 })
          await expect.configure({ timeout: 100 })(plantStore).toHaveReceived({ limit: 5 })
        })
        test('forgets to await', ({ plantStore }) => void expect.configure({ timeout: 100 })(plantStore).toHaveReceived())
        test.describe('below another path', () => {
          test.use({ plantStoreInPlaceOf: 'http://localhost:5173/v1' })
          test("gets the plants of the page's server", async ({ page, plantStore }) => {
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
      'npx playwright test --config fails.config.ts -g forgets || true': /the end of .*; write: await expect/,
      'npx playwright test --config fails.config.ts || cat test-results/*/plant-store.txt':
        /it received[\s\S]*plantStoreInPlaceOf: expected (http:\/\/localhost:\d+\/api), got .*: the page requested \1\/plants, and [\s\S]*instead of \1\nscenario empty\n[\d:.]+ {2}GET \/plants \(200, scenario empty/,
      'npx vite build': /built in/,
      // The page contains the code for the mock's events only in development.
      "! grep -rE 'plant-store|token-alice|__admin' dist": /^$/,
      'npx playwright test --config built.config.ts': /7 passed/,
      'npx oxlint --react-plugin -D react/set-state-in-effect -D react/exhaustive-deps src':
        /Found 0 warnings and 0 errors/,
    },
    isQuick: version === 'latest',
  })),
)
