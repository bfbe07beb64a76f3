import type { Check } from '../../src/harness/check.ts'
import { auth } from './auth.ts'
import { caching } from './caching.ts'
import { challenges } from './challenges.ts'
import { conditions } from './conditions.ts'
import { contentType } from './contentType.ts'
import { cors } from './cors.ts'
import { framing } from './framing.ts'
import { growth } from './growth.ts'
import { headers } from './headers.ts'
import { health } from './health.ts'
import { json } from './json.ts'
import { leaks } from './leaks.ts'
import { limit } from './limit.ts'
import { methods } from './methods.ts'
import { negotiation } from './negotiation.ts'
import { operation } from './operation.ts'
import { profile } from './profile.ts'
import { ranges } from './ranges.ts'
import { robustness } from './robustness.ts'
import { schema } from './schema.ts'
import { status } from './status.ts'
import { tokenForms } from './tokenForms.ts'
import { users } from './users.ts'

/** Every check, in the order in which a developer should mend what they find. */
export const checks: readonly Check[] = [
  ...operation,
  ...status,
  ...framing,
  ...json,
  ...contentType,
  ...negotiation,
  ...headers,
  ...schema,
  ...limit,
  ...auth,
  ...tokenForms,
  ...users,
  ...health,
  ...robustness,
  ...challenges,
  ...methods,
  ...conditions,
  ...caching,
  ...ranges,
  ...cors,
  ...leaks,
  ...growth,
  ...profile,
]
