import { caching } from './caching.ts'
import type { Exceptions } from './exception.ts'
import { framework } from './framework.ts'
import { reference } from './reference.ts'
import { signedTokens } from './signedTokens.ts'

/** All mutants that the kit is not expected to report. */
export const exceptions: Exceptions = { ...reference, ...caching, ...framework, ...signedTokens }
