import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { type RolldownPlugin, rolldown } from 'rolldown'
import { formatLicences } from '../licences.ts'
import { moduleAliases } from '../moduleAliases.ts'
import { writeTypes } from './writeTypes.ts'

// A step of `npm run build`: builds the kit as CommonJS, for Jest and other tools that cannot load ESM with `require`. All entries
// share their chunks, so that each module exists once.
const ENTRIES = {
  index: 'src/index.ts',
  fetch: 'src/mock/hosts/createMock.ts',
  msw: 'src/mock/hosts/msw.ts',
  playwright: 'src/mock/runners/playwright.ts',
  vite: 'src/mock/middleware/vite.ts',
  jest: 'src/runners/jest.ts',
  node: 'src/runners/node.ts',
  fixtures: 'dist/generated/fixtures.js',
}

/** Modules that have another source in this build. */
const REPLACED: Readonly<Record<string, string>> = {
  'plant-store-kit/fixtures': ENTRIES.fixtures,
  './built.ts': 'src/generate/commonJs/builtModules.ts',
  '../../contract/built.ts': 'src/generate/commonJs/builtModules.ts',
}

const FOLDER = 'dist/commonJs'

const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const external = [...Object.keys(dependencies), ...Object.keys(peerDependencies), '@jest/globals']

rmSync(FOLDER, { recursive: true, force: true })
const bundle = await rolldown({
  input: ENTRIES,
  platform: 'node',
  external,
  resolve: { alias: moduleAliases },
  transform: { target: 'node22' },
  plugins: [replaceModules()],
  checks: { ineffectiveDynamicImport: false },
  // For example about `import.meta.resolve`, which CommonJS does not have.
  onLog: (level, { message }) => {
    if (level === 'warn') throw new Error(message)
  },
})
await bundle.write({
  dir: FOLDER,
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
  postBanner: ({ moduleIds }) => formatLicences(moduleIds),
  // Names stay, so that a stack trace can be read.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
})
await bundle.close()
writeTypes(
  [
    'src/index.d.ts',
    'src/mock/hosts/createMock.d.ts',
    'src/mock/hosts/msw.d.ts',
    'src/mock/runners/playwright.d.ts',
    'src/mock/middleware/vite.d.ts',
    'src/mock/runners/vitest.d.ts',
    'src/mock/runners/vitestSetup.d.ts',
    'src/runners/vitest.d.ts',
    'src/runners/jest.d.ts',
    'src/runners/node.d.ts',
    'generated/fixtures.d.ts',
    'generated/types.d.ts',
  ],
  `${FOLDER}/types`,
)

function replaceModules(): RolldownPlugin {
  return {
    name: 'replace-modules',
    resolveId(source) {
      const replaced = REPLACED[source]
      return replaced === undefined ? null : resolve(replaced)
    },
  }
}
