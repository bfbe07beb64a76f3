// Builds two programs into dist/console: the console, and the switcher, which runs in the user's own pages.
import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'

const here = import.meta.dirname
const target = join(here, '../../dist/console')

const FILES = ['index.html', 'console.css', 'icon.svg', 'chevron.svg', 'switcher/switcher.css']
const BUNDLED = ['preact', '@preact/signals', '@preact/signals-core']

// Remove old files, because the mock serves every file in the folder, and npm packs every file.
rmSync(target, { recursive: true, force: true })
await build({
  input: { console: join(here, 'main.tsx'), 'switcher/switcher': join(here, 'switcher/switcher.ts') },
  tsconfig: join(here, 'tsconfig.json'),
  output: {
    dir: target,
    minify: true,
    postBanner: ({ name }) => (name === 'console' ? BUNDLED.map(readLicence).join('\n') : ''),
  },
  logLevel: 'warn',
})
for (const name of FILES) copyFileSync(join(here, name), join(target, name))

function readLicence(name) {
  const text = readFileSync(join(here, '../../node_modules', name, 'LICENSE'), 'utf8')
  return `/*!\n${name}\n\n${text.trim()}\n*/`
}
