// Puts beside the compiled modules what the page needs besides: its markup, its styles, and Swagger UI, compressed.
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants, gzipSync } from 'node:zlib'

const here = import.meta.dirname
const target = join(here, '../../dist/console')
const swaggerUi = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json')))

/** In the order in which they count. */
const sheets = [
  'base',
  'ui/controls',
  'page',
  'state/overview',
  'request/request',
  'state/state',
  'journal/journal',
]

for (const name of ['reference/reference.html', 'reference/reference.css', 'icon.svg'])
  copyFileSync(join(here, name), join(target, name))
joinSheets()
copyPage()
copySwaggerUi()

function joinSheets() {
  const texts = sheets.map((name) => readFileSync(join(here, `${name}.css`), 'utf8'))
  writeFileSync(join(target, 'console.css'), texts.join('\n'))
}

/** Every module is asked for at once, not when the one that imports it has come. */
function copyPage() {
  const modules = globSync('**/*.js', {
    cwd: target,
    exclude: ['reference/referencePage.js', 'types.js', 'vendor/**'],
  })
    .map((name) => name.replaceAll(sep, '/'))
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
    // Its source maps stay behind: a browser would look for them in vain.
    const text = readFileSync(join(swaggerUi, name), 'utf8').replace(/\/[/*]# sourceMappingURL=.*/, '')
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: constants.Z_BEST_COMPRESSION }))
  }
}
