import type { BuiltContract } from './contract.ts'

// The contract's validators that were compiled in advance. The build replaces this module (`#validators`) by the one that it
// generates. The source has none: those of an older build could find every value right.

export const text: BuiltContract['text'] = undefined
export const validators: BuiltContract['validators'] = {}
