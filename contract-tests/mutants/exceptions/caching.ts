import type { Exceptions } from './exception.ts'
export const caching: Exceptions = {}
