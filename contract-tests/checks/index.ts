import type { Check } from '../../src/harness/check.ts'
import { auth } from './auth.ts'
import { framing } from './framing.ts'
import { headers } from './headers.ts'
import { health } from './health.ts'
import { json } from './json.ts'
import { limit } from './limit.ts'
import { operation } from './operation.ts'
import { schema } from './schema.ts'

/** Every check, in the order in which a developer should mend what they find. */
export const checks: readonly Check[] = [
  ...operation,
  ...framing,
  ...json,
  ...headers,
  ...schema,
  ...limit,
  ...auth,
  ...health,
]
