import { chromium } from './chromium.testing.ts'
import { strictTypes } from './strictTypes.testing.ts'

/** What a page with `src/main.ts` needs for `npx vite`. */
export const viteFiles: Record<string, string> = {
  'index.html': '<!doctype html><script type="module" src="/src/main.ts"></script>',
  'src/shelf.ts': `export * from '../shelf.ts'`,
  'tsconfig.json': strictTypes({
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    types: ['vite/client', 'node'],
  }),
  'playwright.config.ts': `
    export default {
      use: { baseURL: 'http://localhost:5173', launchOptions: ${chromium} },
      webServer: { command: 'npx vite --port 5173 --strictPort', url: 'http://localhost:5173' },
    }`,
}

export const vitePackages: readonly string[] = [
  'vite@latest',
  '@playwright/test@latest',
  'typescript@5.9',
  '@types/node@24',
]

/** A test in Chromium that expects a text on a page. */
export function expectOnPage(path: string, text: string): string {
  return `
    import { expect, test } from '@playwright/test'
    test('the page shows the text', async ({ page }) => {
      await page.goto('${path}')
      await expect(page.locator('body')).toContainText('${text}')
    })`
}
