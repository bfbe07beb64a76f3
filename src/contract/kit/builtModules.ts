import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { packageRoot } from './packageRoot.ts'

// Loads what the build generates. In the CommonJS build, src/generate/commonJs/builtModules.ts replaces this file.

/** Imports the module with the built-in data. Rejects in a checkout that has not been built yet. */
export function importFixtures(): Promise<unknown> {
  return import(new URL('dist/generated/fixtures.js', packageRoot).href)
}

/** Loads the module with the compiled schemas. Throws in a checkout that has not been built yet. */
export function requireValidators(): unknown {
  return createRequire(import.meta.url)(fileURLToPath(new URL('dist/generated/validators.js', packageRoot)))
}
