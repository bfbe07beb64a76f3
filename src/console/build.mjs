// Adds the page and its styles to the compiled modules in dist/console.
import { copyFileSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'

const here = import.meta.dirname
const target = join(here, '../../dist/console')

/** In cascade order: later sheets override earlier ones. */
const sheets = [
  'base',
  'ui/controls',
  'ui/segments',
  'ui/parts',
  'data',
  'shell',
  'wide',
  'scenarios/headline',
  'scenarios/scenarios',
  'request/request',
  'plants/plants',
  'connect/connect',
  'reference/reference',
  'journal/entry',
  'journal/journal',
]

for (const name of ['icon.svg', 'chevron.svg', 'switcher/switcher.css'])
  copyFileSync(join(here, name), join(target, name))
removeOldFiles()
joinSheets()
joinPage()

/** The mock serves, and npm packs, every file of the folder: without this also files that were renamed since the last build. */
function removeOldFiles() {
  for (const name of globSync('**', { cwd: target }))
    if (!existsSync(join(here, name.replace(/\.js$/, '.ts'))))
      rmSync(join(target, name), { recursive: true, force: true })
}

function joinSheets() {
  const texts = sheets.map((name) => readFileSync(join(here, `${name}.css`), 'utf8'))
  writeFileSync(join(target, 'console.css'), texts.join('\n'))
}

/** Includes the parts, and preloads every module, so that the browser does not discover them one import at a time. */
function joinPage() {
  const modules = globSync('**/*.ts', { cwd: here, exclude: ['**/*.test.ts', 'switcher/**', 'types.ts'] })
    .map((name) => name.replaceAll(sep, '/').replace(/\.ts$/, '.js'))
    .sort()
  const preloads = modules.map((name) => `<link rel="modulepreload" href="/__admin/console/${name}">\n`)
  const page = readFileSync(join(here, 'index.html'), 'utf8')
    .replaceAll(/<!-- include (\S+) -->\n/g, (_, name) => readFileSync(join(here, name), 'utf8'))
    .replace('</head>', `${preloads.join('')}</head>`)
  writeFileSync(join(target, 'index.html'), page)
}
