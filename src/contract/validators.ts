import type { BuiltContract } from './contract.ts'

// The contract's validators, compiled in advance. The build replaces this module (`#validators`) with one that it generates. The source has
// no validators: those of an older build could accept any value.

export const text: BuiltContract['text'] = undefined
export const validators: BuiltContract['validators'] = {}
