import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describeChecks } from './describeChecks.mjs'
import { renderBlocks } from './renderBlocks.mjs'

const PAGES = '.pages'

/** Documents outside docs/, with their file names in the site. */
const OTHERS = {
  'README.md': 'overview.md',
  'CONTRIBUTING.md': 'contributing.md',
  'AGENTS.md': 'map.md',
  'CHANGELOG.md': 'changelog.md',
  'SECURITY.md': 'security.md',
  'contract-tests/policy.md': 'policy.md',
}

/** Copies the repository's documents to the site's pages, with links that work on the site. */
export function assemble() {
  rmSync(PAGES, { recursive: true, force: true })
  mkdirSync(join(PAGES, 'public'), { recursive: true })
  cpSync('public', join(PAGES, 'public'), { recursive: true })
  cpSync('index.md', join(PAGES, 'index.md'))
  for (const image of ['console.png', 'console-dark.png', 'report.png'])
    cpSync(join('../../docs/images', image), join(PAGES, 'public', image))
  const documents = new Map([
    ...Object.entries(OTHERS),
    ...globSync(['docs/**/*.md', 'decisions/*.md', 'examples/*/README.md'], { cwd: '../..' }).map((file) => [
      file,
      nameOf(file),
    ]),
  ])
  for (const [document, page] of documents) {
    const text = renderBlocks(readFileSync(join('../..', document), 'utf8'))
    const target = join(PAGES, page)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, describeChecks(page, rewriteLinks(text, document, documents)))
  }
}

function nameOf(document) {
  if (document === 'docs/README.md') return 'start.md'
  return document.replace(/^docs\//, '').replace(/\/README\.md$/, '.md')
}

/** Replaces each link to a document with a link to the document's page, and copies other linked files. Does not change code blocks. */
function rewriteLinks(text, document, documents) {
  return text
    .split(/(^ *```[\s\S]*?^ *```)/m)
    .map((part, index) => (index % 2 === 1 ? part : rewriteText(part, document, documents)))
    .join('')
}

function rewriteText(text, document, documents) {
  return text
    .replaceAll(/(\]\()(?!https?:|#|mailto:)([^)#\s]+)(#[^)]*)?\)/g, (_, start, path, anchor = '') => {
      const target = normalize(join(dirname(document), path))
      return `${start}${linkTo(target, documents)}${anchor})`
    })
    .replaceAll(/(srcset|src)="(?!https?:)([^"]+)"/g, (_, name, path) => {
      return `${name}="${linkTo(normalize(join(dirname(document), path)), documents)}"`
    })
}

function linkTo(target, documents) {
  const page = documents.get(target)
  if (page !== undefined) return `/${page.replace(/\.md$/, '')}`
  const source = join('../..', target)
  if (!existsSync(source)) throw new Error(`a link leads to ${target}, which does not exist`)
  if (statSync(source).isDirectory()) return `/files/${copyFolder(target)}`
  const copy = join(PAGES, 'public/files', target)
  mkdirSync(dirname(copy), { recursive: true })
  cpSync(source, copy)
  return `/files/${target}`
}

/** Copies a folder's files to the site, except installed and compiled files, and adds a page that lists the copied files. */
function copyFolder(folder) {
  const files = globSync('**/*', {
    cwd: join('../..', folder),
    exclude: ['**/node_modules/**', '**/target/**'],
  }).filter((file) => statSync(join('../..', folder, file)).isFile())
  for (const file of files) {
    const copy = join(PAGES, 'public/files', folder, file)
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(join('../..', folder, file), copy)
  }
  const items = files.map((file) => `<li><a href="${encodeURI(file)}">${file}</a></li>`).join('\n')
  const page = `<!doctype html><meta charset="utf-8"><title>${folder}</title><meta name="viewport" content="width=device-width">
<style>body { font: 1rem/1.6 system-ui; margin: 2rem; color-scheme: light dark }</style><h1>${folder}</h1><ul>${items}</ul>`
  const index = join(PAGES, 'public/files', folder, 'index.html')
  mkdirSync(dirname(index), { recursive: true })
  writeFileSync(index, page)
  return `${folder.replace(/\/$/, '')}/index.html`
}
