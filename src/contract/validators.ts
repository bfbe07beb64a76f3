import type { Validator } from './violation.ts'

// The contract's validators, compiled in advance and keyed by the JSON pointers of the schemas. The build replaces this module
// (`#validators`) with a generated module. This source has no validators, because those of an earlier build might not match the contract.

export const text: string | undefined = undefined
export const validators: Readonly<Record<string, Validator>> = {}
