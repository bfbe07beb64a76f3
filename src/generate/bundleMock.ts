import { dirname, relative, resolve, sep } from 'node:path'
import { type RolldownPlugin, rolldown } from 'rolldown'

// The last step of `npm run build`: what the mock loads before its first answer becomes one file, as finding and reading a
// file takes half a millisecond. What it loads later stays where it is.
const FILE = 'dist/src/mock/startMock.js'

/** Whoever catches an error must mean the same class as the mock does. */
const SHARED = /\/(?:FixtureError|ListenError|packageRoot|contractFile)\.js$/

const outside: RolldownPlugin = {
  name: 'outside',
  resolveId(source, importer, { kind }) {
    if (importer === undefined || (kind !== 'dynamic-import' && !SHARED.test(source))) return null
    if (!source.startsWith('.')) return { id: source, external: true }
    const path = relative(dirname(FILE), resolve(dirname(importer), source)).replaceAll(sep, '/')
    return { id: path.startsWith('.') ? path : `./${path}`, external: true }
  },
}

const bundle = await rolldown({ input: FILE, platform: 'node', plugins: [outside] })
await bundle.write({ file: FILE, format: 'esm' })
await bundle.close()
