import type { Fault } from '../implementation.ts'
import { auth } from './access/auth.ts'
import { challenges } from './access/challenges.ts'
import { cors } from './access/cors.ts'
import { exposure } from './access/exposure.ts'
import { leaks } from './access/leaks.ts'
import { refusals } from './access/refusals.ts'
import { tokenForms } from './access/tokenForms.ts'
import { users } from './access/users.ts'
import { caching } from './message/caching.ts'
import { conditions } from './message/conditions.ts'
import { contentType } from './message/contentType.ts'
import { errorSchema } from './message/errorSchema.ts'
import { framing } from './message/framing.ts'
import { headers } from './message/headers.ts'
import { json } from './message/json.ts'
import { listSchema } from './message/listSchema.ts'
import { negotiation } from './message/negotiation.ts'
import { plantSchema } from './message/plantSchema.ts'
import { ranges } from './message/ranges.ts'
import { growth } from './operation/growth.ts'
import { head } from './operation/head.ts'
import { health } from './operation/health.ts'
import { limit } from './operation/limit.ts'
import { limitCrashes } from './operation/limitCrashes.ts'
import { methods } from './operation/methods.ts'
import { operation } from './operation/operation.ts'
import { profile } from './operation/profile.ts'
import { robustness } from './operation/robustness.ts'
import { status } from './operation/status.ts'

/** Every server with a fault, in the order of the checks that report them. */
export const faultyServers: readonly Fault[] = [
  ...operation,
  ...status,
  ...framing,
  ...json,
  ...contentType,
  ...negotiation,
  ...headers,
  ...listSchema,
  ...plantSchema,
  ...errorSchema,
  ...limit,
  ...limitCrashes,
  ...auth,
  ...tokenForms,
  ...refusals,
  ...users,
  ...health,
  ...robustness,
  ...challenges,
  ...methods,
  ...head,
  ...conditions,
  ...caching,
  ...ranges,
  ...cors,
  ...leaks,
  ...exposure,
  ...growth,
  ...profile,
]
