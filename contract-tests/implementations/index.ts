import { limit } from './faulty/limit.ts'
import type { Fault, Variation } from './implementation.ts'
import { http } from './valid/http.ts'

/** Every faulty server. */
export const faults: readonly Fault[] = [...limit]

/** Every server that is odd but valid. */
export const variations: readonly Variation[] = [...http]
