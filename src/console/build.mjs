// Adds the page, its styles and Swagger UI (compressed) to the compiled modules in dist/console.
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants, gzipSync } from 'node:zlib'

const here = import.meta.dirname
const target = join(here, '../../dist/console')
const swaggerUi = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json')))

/** In cascade order: later sheets override earlier ones. */
const sheets = [
  'base',
  'ui/controls',
  'page',
  'state/overview',
  'request/requestPanel',
  'state/state',
  'journal/journal',
]

for (const name of [
  'reference/reference.html',
  'reference/reference.css',
  'switcher/switcher.css',
  'icon.svg',
])
  copyFileSync(join(here, name), join(target, name))
removeOldModules()
joinSheets()
copyPage()
copySwaggerUi()

/** The mock serves, and npm packs, every file of the folder: without this also modules that were renamed since the last build. */
function removeOldModules() {
  for (const name of globSync('**/*.js', { cwd: target, exclude: ['vendor/**'] }))
    if (!existsSync(join(here, name.replace(/\.js$/, '.ts')))) rmSync(join(target, name))
}

function joinSheets() {
  const texts = sheets.map((name) => readFileSync(join(here, `${name}.css`), 'utf8'))
  writeFileSync(join(target, 'console.css'), texts.join('\n'))
}

/** Preloads every module, so that the browser does not discover them one import at a time. */
function copyPage() {
  const modules = globSync('**/*.ts', {
    cwd: here,
    exclude: ['**/*.test.ts', 'reference/referencePage.ts', 'switcher/**', 'types.ts'],
  })
    .map((name) => name.replaceAll(sep, '/').replace(/\.ts$/, '.js'))
    .sort()
  const preloads = modules.map((name) => `<link rel="modulepreload" href="/__admin/console/${name}">\n`)
  const page = readFileSync(join(here, 'index.html'), 'utf8')
  writeFileSync(join(target, 'index.html'), page.replace('</head>', `${preloads.join('')}</head>`))
}

function copySwaggerUi() {
  const folder = join(target, 'vendor/swagger-ui')
  mkdirSync(folder, { recursive: true })
  for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'])
    copyFileSync(join(swaggerUi, name), join(folder, name))
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    // The source maps are not copied, so remove the links to them.
    const text = readFileSync(join(swaggerUi, name), 'utf8').replace(/\/[/*]# sourceMappingURL=.*/, '')
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: constants.Z_BEST_COMPRESSION }))
  }
}
