import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { minifySync } from 'rolldown/experimental'

// The last step of `npm run build`: removes the modules and declarations that no entry of the package reaches, most of which are in the
// bundles, and white space.

/** Files that run as threads or processes. */
const STARTED = [
  'dist/src/engines/dreddChild.js',
  'dist/src/engines/dreddHooks.cjs',
  'dist/src/engines/prismChild.js',
  'dist/src/engines/stayWithParent.js',
]

const { bin, exports } = JSON.parse(readFileSync('package.json', 'utf8'))
const used = new Set([...STARTED, ...listPaths({ bin, exports })])
// Fails if an entry, or anything that it imports, was not built.
for (const file of used) for (const imported of listImports(file)) used.add(imported)
for (const file of globSync('dist/{src,contract-tests}/**/*.*')) if (!used.has(file)) rmSync(file)

// The servers that test the checks are a large part of the package. Names stay, as in the bundles.
for (const file of globSync('dist/contract-tests/**/*.js')) {
  const options = { compress: false, mangle: false, codegen: { removeWhitespace: true } } as const
  const { code, errors } = minifySync(file, readFileSync(file, 'utf8'), options)
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`)
  writeFileSync(file, code)
}

/** The built files that a value of package.json names. */
function listPaths(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('dist/') ? [join(value)] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listPaths) : []
}

function listImports(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(
    /(?:from|import|require|URL)[ (]{0,3}['"`](\.{1,2}\/[^'"`]+)['"`]/g,
  )
  const paths = [...imports].map(([, path = '']) => join(dirname(file), path))
  // A declaration imports the source.
  if (/\.d\.\w+$/.test(file)) return paths.map((path) => path.replace(/\.(c?)[jt]s$/, '.d.$1ts'))
  return paths.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
}
