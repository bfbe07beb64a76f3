// An import reads all members of a module of Node.js, and some of those load other modules.
const { createRequire } = process.getBuiltinModule('node:module')
const { pathToFileURL } = process.getBuiltinModule('node:url')

/** The folder of the package, with a slash at its end. A constant, because the lookup can take some milliseconds. */
export const packageRoot: URL = findPackageRoot(import.meta.url)

function findPackageRoot(url: string): URL {
  if (url.endsWith('/src/contract/kit/packageRoot.ts')) return new URL('../../../', url)
  if (url.endsWith('/dist/src/contract/kit/packageRoot.js')) return new URL('../../../../', url)
  // In the CommonJS build, this code is in another file. Jest 29 does not have `import.meta.resolve`.
  return new URL('.', pathToFileURL(createRequire(url).resolve('plant-store-kit/package.json')))
}
