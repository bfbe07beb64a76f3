import type { Validator } from './violation.ts'

// The contract's validators, compiled in advance, by the JSON pointers of its schemas. The build replaces this module (`#validators`) with one that it generates. The source has
// no validators: those of an older build could accept any value.

export const text: string | undefined = undefined
export const validators: Readonly<Record<string, Validator>> = {}
