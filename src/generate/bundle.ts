import { existsSync, writeFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { type RolldownPlugin, rolldown } from 'rolldown'
import { formatLicences } from './licences.ts'
import { moduleAliases } from './moduleAliases.ts'

// A step of `npm run build`: bundles what a command loads before its first request or response, because finding and reading a
// file takes half a millisecond. Modules that are loaded later stay separate. Ajv is bundled because it is loaded only for another
// contract than the kit's own, and the package depends on nothing more.
const FILES = [
  'dist/src/cli/run.js',
  'dist/src/cli/commands/mock.js',
  'dist/src/mock/startMock.js',
  'dist/src/cli/commands/verify.js',
  'dist/src/verify.js',
  'dist/src/index.js',
  'dist/src/contract/ContractError.js',
  'dist/src/contract/shape.js',
  // Have a package in them on which the kit must not depend.
  'dist/src/contract/yamlParser.js',
  'dist/src/mock/fixtures/fitToContract.js',
  'dist/src/record/http/route.js',
  'dist/src/report/text/columns.js',
]
const AJV = { input: 'src/contract/ajv.ts', file: 'dist/generated/ajv.cjs' }

/** Modules with classes or state that code outside a bundle uses too, or that find files beside their own. */
const SHARED = [
  'dist/src/cli/errors.js',
  'dist/src/contract/ContractError.js',
  'dist/src/contract/built.js',
  'dist/src/contract/files.js',
  'dist/src/contract/shape.js',
  'dist/src/contract/yamlParser.js',
  'dist/src/mock/ListenError.js',
  'dist/src/mock/fixtures/FixtureError.js',
]

/** Packages with classes that code outside a bundle uses too. */
const SHARED_PACKAGES = ['commander']

const missing = SHARED.filter((file) => !existsSync(file))
if (missing.length > 0) throw new Error(`update SHARED in bundle.ts; not built: ${missing.join(', ')}`)

for (const file of FILES) {
  const bundle = await rolldown({
    input: file,
    platform: 'node',
    resolve: { alias: moduleAliases },
    plugins: [keepOutside(file), loadBuiltins()],
    treeshake: { propertyReadSideEffects: false },
  })
  // Names stay, so that a stack trace can be read.
  const { output } = await bundle.write({
    file,
    format: 'esm',
    codeSplitting: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  })
  await bundle.close()
  addLicences(file, output[0])
}
const bundle = await rolldown({ input: AJV.input, platform: 'node' })
const { output } = await bundle.write({ file: AJV.file, format: 'cjs', minify: true })
await bundle.close()
addLicences(AJV.file, output[0])

function keepOutside(bundled: string): RolldownPlugin {
  return {
    name: 'keep-outside',
    resolveId(source, importer, { kind }) {
      if (importer === undefined) return null
      if (!source.startsWith('.'))
        return kind === 'dynamic-import' || SHARED_PACKAGES.includes(source)
          ? { id: source, external: true }
          : null
      const file = join(dirname(importer), source)
      if (kind !== 'dynamic-import' && !SHARED.some((shared) => resolve(shared) === file)) return null
      const path = relative(dirname(bundled), file).replaceAll(sep, '/')
      return { id: path.startsWith('.') ? path : `./${path}`, external: true }
    },
  }
}

/** Loads the modules of Node.js as CommonJS does: an import reads all their members, and some of those load other modules. */
function loadBuiltins(): RolldownPlugin {
  return {
    name: 'load-builtins',
    resolveId: (source) => (isBuiltin(source) ? `\0${source}` : null),
    load(id) {
      const name = id.slice(1)
      if (!id.startsWith('\0') || !isBuiltin(name)) return null
      const members = Object.keys(createRequire(import.meta.url)(name)).filter((member) =>
        /^[a-z]\w*$/i.test(member),
      )
      const exported = members.map(
        (member) => `const m_${member} = builtin.${member}; export { m_${member} as ${member} }`,
      )
      return [
        `const builtin = /* @__PURE__ */ process.getBuiltinModule('${name}')`,
        'export default builtin',
        ...exported,
      ].join('\n')
    },
  }
}

/** Adds the licences of the packages in a bundle at its top. */
function addLicences(
  file: string,
  { code, moduleIds }: { code: string; moduleIds: readonly string[] },
): void {
  const licences = formatLicences(moduleIds)
  if (licences !== '') writeFileSync(file, licences + code)
}
