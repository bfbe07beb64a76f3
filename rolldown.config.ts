import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineConfig, type RolldownOptions } from 'rolldown'

// Bundles the kit: the command, in dist/cli; the entries as ES modules in dist/src, and as CommonJS in dist/commonJs for Jest and other
// tools that cannot load ES modules with `require`; and Ajv separately, because only contracts other than the kit's own need Ajv. So the
// package does not depend on packages that few users need.

const { dependencies, exports, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const built = JSON.stringify(exports)
const generated = resolve('dist/generated')

/** Packages that users of this package install themselves. Dredd provides its hooks. */
const external = [...Object.keys({ ...dependencies, ...peerDependencies }), 'hooks'].map(
  (name) => new RegExp(`^${name}(/|$)`),
)

/** The files that run as separate processes. */
const STARTED = {
  'src/engines/dreddChild': 'src/engines/dreddChild.ts',
  'src/engines/prismChild': 'src/engines/prismChild.ts',
  'src/engines/stayWithParent': 'src/engines/stayWithParent.ts',
}

/** Modules that are loaded together are in one chunk, because Node.js takes half a millisecond to find and read a file. */
const groups = {
  // The modules that pages load are separate from the modules that need Node.js.
  mock: [
    { name: 'core', test: /src\/mock\/hosts\/createMock\.ts$/, priority: 2 },
    { name: 'server', test: /src\/mock\/startMock\.ts$/, priority: 1 },
  ],
  command: [
    // These modules are in a chunk of their own, so that an old Node.js loads nothing else.
    { name: 'checkNodeVersion', test: /(?:checkNodeVersion|findCacheFolder)\.ts$/, priority: 2 },
    { name: 'mock', test: /src\/cli\/(run|commands\/mock)\.ts$|generated\/fixtures\.js$/, priority: 1 },
  ],
}

const common: RolldownOptions = {
  platform: 'node',
  external,
  transform: { target: 'node22' },
  checks: { ineffectiveDynamicImport: false },
  // Treats warnings as errors, for example a warning about an import that cannot be resolved.
  onLog: (level, { message }) => {
    if (level === 'warn') throw new Error(message)
  },
}

const alias = {
  '#validators': `${generated}/validators.js`,
  // Uses ES module builds: the bundle omits unused code, and browsers can load the rest.
  yaml: resolve('node_modules/yaml/browser/dist/index.js'),
  'fastest-levenshtein': resolve('node_modules/fastest-levenshtein/esm/mod.js'),
}

const output: RolldownOptions['output'] = {
  // Keeps names, so that stack traces are readable.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  // Node.js reads text that is not ASCII much more slowly, and may use twice the memory for it.
  charset: 'ascii',
  postBanner: ({ moduleIds }) => formatLicences(moduleIds),
}

/** Modules that users import keep their line breaks: for an uncaught error, Node.js prints the whole line that threw the error. */
const imported: RolldownOptions['output'] = {
  ...output,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false } },
}

export default defineConfig([
  {
    ...common,
    // The import uses the path of the file, because Node.js takes longer to find a package.
    external: [...external, `${generated}/fixtures.js`],
    makeAbsoluteExternalsRelative: true,
    input: { ...listSources(/dist\/(src\/(?!page)[^"]+)\.js"/g), ...STARTED },
    resolve: { alias: { ...alias, 'plant-store-kit/fixtures': `${generated}/fixtures.js` } },
    output: {
      ...imported,
      dir: 'dist',
      format: 'esm',
      chunkFileNames: 'src/chunks/[name]-[hash].js',
      codeSplitting: { groups: groups.mock },
    },
  },
  {
    ...common,
    platform: 'browser',
    external: 'plant-store-kit/fixtures',
    input: listSources(/dist\/(src\/page[^"]+)\.js"/g),
    resolve: { alias },
    output: { ...output, dir: 'dist', format: 'esm', chunkFileNames: 'src/page/chunks/[name]-[hash].js' },
  },
  {
    ...common,
    input: {
      ...listSources(/dist\/commonJs\/(src\/[^"]+)\.cjs"/g),
      'generated/fixtures': `${generated}/fixtures.js`,
    },
    resolve: { alias: { ...alias, 'plant-store-kit/fixtures': `${generated}/fixtures.js` } },
    output: {
      ...imported,
      dir: 'dist/commonJs',
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: 'chunks/[name]-[hash].cjs',
    },
  },
  {
    ...common,
    // The command is CommonJS, because an `import` of a built-in module reads each of its exports, and some load much of Node.js.
    input: { main: 'src/cli/main.ts' },
    resolve: { alias: { ...alias, 'plant-store-kit/fixtures': `${generated}/fixtures.js` } },
    output: {
      ...output,
      dir: 'dist/cli',
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name]-[hash].cjs',
      codeSplitting: { groups: groups.command },
    },
  },
  {
    ...common,
    input: { 'generated/ajv': 'src/contract/ajv.ts', 'src/engines/dreddHooks': 'src/engines/dreddHooks.cts' },
    output: { ...output, minify: true, dir: 'dist', format: 'cjs', entryFileNames: '[name].cjs' },
  },
])

/** Lists the entries in package.json, by path without the extension. The paths are the same in the output and in the repository. */
function listSources(path: RegExp): Record<string, string> {
  return Object.fromEntries([...built.matchAll(path)].map(([, name]) => [name, `${name}.ts`]))
}

/** Formats the licences of the packages that a bundle contains, as comments. */
function formatLicences(moduleIds: readonly string[]): string {
  const folders = new Set(
    moduleIds.flatMap((id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0] ?? []),
  )
  return [...folders].map((folder) => `/*!\n${readLicence(folder)}\n*/\n`).join('')
}

function readLicence(folder: string): string {
  const { name, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = ['LICENSE', 'LICENSE.md', 'license'].map((each) => join(folder, each)).find(existsSync)
  if (file === undefined) throw new Error(`${name} (${license}) has no licence file`)
  return `${name}\n\n${readFileSync(file, 'utf8').trim().replaceAll('*/', '* /')}`
}
