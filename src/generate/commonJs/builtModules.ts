// @ts-expect-error: the build generates no types for it
import * as validators from '../../../dist/generated/validators.js'

// Replaces src/contract/built.ts in the CommonJS build, where `require` must find these modules.

export function importFixtures(): Promise<unknown> {
  return import('plant-store-kit/fixtures')
}

export function loadBuiltContract(): unknown {
  return validators
}
