import { readFileSync } from 'node:fs'
import { chromium } from './chromium.testing.ts'
import { strictTypes } from './strictTypes.testing.ts'
import { type Row, testRows } from './testRows.testing.ts'

/** The page under test, its server, and a configuration that adds Chromium to the pasted one. */
const files = {
  'page.html': readFileSync(new URL('page.html', import.meta.url), 'utf8'),
  'serve.cjs': `
    const page = require('node:fs').readFileSync('page.html')
    require('node:http').createServer((_, response) => response.setHeader('content-type', 'text/html').end(page)).listen(5173)`,
  'chromium.config.ts': `
    import config from './playwright.config'
    export default { ...config, use: { ...config.use, launchOptions: ${chromium} } }`,
}

testRows(
  ['1.57', 'latest'].flatMap((version) =>
    ['module', 'commonjs'].map(
      (type): Row => ({
        name: `Playwright ${version}, ${type}`,
        packages: [`@playwright/test@${version}`, 'typescript@5.9', '@types/node@24'],
        recipes: ['recipes/playwright.md#a-mock-for-each-worker'],
        manifest: { type, scripts: { dev: 'node serve.cjs' } },
        files: {
          ...files,
          'tsconfig.json': strictTypes(
            type === 'module' ? { module: 'esnext', moduleResolution: 'bundler' } : { module: 'node16' },
          ),
        },
        port: 5173,
        commands: { 'npx playwright test --config chromium.config.ts': /6 passed/, 'npx tsc': /^$/ },
      }),
    ),
  ),
)
