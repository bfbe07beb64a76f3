import type { Variation } from '../implementation.ts'
import { challenges } from './access/challenges.ts'
import { cors } from './access/cors.ts'
import { refusals } from './access/refusals.ts'
import { tokens } from './access/tokens.ts'
import { users } from './access/users.ts'
import { caching } from './message/caching.ts'
import { conditions } from './message/conditions.ts'
import { connections } from './message/connections.ts'
import { contentType } from './message/contentType.ts'
import { errorSchema } from './message/errorSchema.ts'
import { framing } from './message/framing.ts'
import { headers } from './message/headers.ts'
import { json } from './message/json.ts'
import { negotiation } from './message/negotiation.ts'
import { plantSchema } from './message/plantSchema.ts'
import { ranges } from './message/ranges.ts'
import { mixed } from './mixed.ts'
import { addresses } from './operation/addresses.ts'
import { capacity } from './operation/capacity.ts'
import { limits } from './operation/limits.ts'
import { methods } from './operation/methods.ts'
import { pages } from './operation/pages.ts'
import { plants } from './operation/plants.ts'
import { robustness } from './operation/robustness.ts'

const single: readonly Variation[] = [
  ...plants,
  ...limits,
  ...pages,
  ...addresses,
  ...methods,
  ...robustness,
  ...capacity,
  ...plantSchema,
  ...errorSchema,
  ...json,
  ...contentType,
  ...headers,
  ...negotiation,
  ...conditions,
  ...caching,
  ...ranges,
  ...framing,
  ...connections,
  ...tokens,
  ...refusals,
  ...challenges,
  ...users,
  ...cors,
]

/** Every unusual but valid server. */
export const variations: readonly Variation[] = [...single, ...mixed(single)]
