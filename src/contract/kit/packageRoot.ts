import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * The folder of the package, with a slash at its end. A constant, because the lookup takes a millisecond. Jest 29 does not have
 * `import.meta.resolve`.
 */
export const packageRoot: URL = new URL(
  '.',
  pathToFileURL(createRequire(import.meta.url).resolve('plant-store-kit/package.json')),
)
