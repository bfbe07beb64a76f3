import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { type RolldownPlugin, rolldown } from 'rolldown'

// The last step of `npm run build`: bundles what the mock loads before its first response, because finding and reading a file takes
// half a millisecond. Modules that it loads later stay separate.
const FILE = 'dist/src/mock/startMock.js'

/** Modules with classes or state that code outside the bundle uses too: a second copy would be another class. */
const SHARED = [
  'dist/src/contract/contractFile.js',
  'dist/src/contract/packageRoot.js',
  'dist/src/mock/ListenError.js',
  'dist/src/mock/fixtures/FixtureError.js',
]

const missing = SHARED.filter((file) => !existsSync(file))
if (missing.length > 0) throw new Error(`update SHARED in bundleMock.ts; not built: ${missing.join(', ')}`)

const keepOutside: RolldownPlugin = {
  name: 'keep-outside',
  resolveId(source, importer, { kind }) {
    if (importer === undefined) return null
    if (!source.startsWith('.')) return kind === 'dynamic-import' ? { id: source, external: true } : null
    const file = join(dirname(importer), source)
    if (kind !== 'dynamic-import' && !SHARED.some((shared) => resolve(shared) === file)) return null
    const path = relative(dirname(FILE), file).replaceAll(sep, '/')
    return { id: path.startsWith('.') ? path : `./${path}`, external: true }
  },
}

const bundle = await rolldown({ input: FILE, platform: 'node', plugins: [keepOutside] })
await bundle.write({ file: FILE, format: 'esm' })
await bundle.close()
