import { fileURLToPath } from 'node:url'
import type { BuiltContract } from './contract.ts'
import { packageRoot } from './files.ts'

// Loads what the build generates. In the CommonJS build, src/generate/commonJs/builtModules.ts replaces this file.

/** Imports the module with the built-in data. Rejects in a checkout that has not been built yet. */
export function importFixtures(): Promise<unknown> {
  return import(new URL('dist/generated/fixtures.js', packageRoot).href)
}

/**
 * Loads the contract's validators that were built with this file. Undefined for the source: its build may be older, and validators of
 * another shape would find every value right.
 */
export function loadBuiltContract(): BuiltContract | undefined {
  if (import.meta.url.endsWith('.ts')) return undefined
  // Jest 29 has a createRequire of its own, which cannot load ES modules.
  const { createRequire } = process.getBuiltinModule('node:module')
  return createRequire(import.meta.url)(fileURLToPath(new URL('dist/generated/validators.js', packageRoot)))
}
