import type { Contract } from '../../src/contract/contract.ts'
import type { Check } from '../../src/harness/check.ts'
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
import { framing } from './message/framing.ts'
import { headers } from './message/headers.ts'
import { json } from './message/json.ts'
import { negotiation } from './message/negotiation.ts'
import { ranges } from './message/ranges.ts'
import { schema } from './message/schema.ts'
import { growth } from './operation/growth.ts'
import { head } from './operation/head.ts'
import { health } from './operation/health.ts'
import { limit } from './operation/limit.ts'
import { methods } from './operation/methods.ts'
import { operation } from './operation/operation.ts'
import { profile } from './operation/profile.ts'
import { robustness } from './operation/robustness.ts'
import { status } from './operation/status.ts'

/** All checks, in the order in which a developer should fix them. */
export const createChecks = (contract: Contract): readonly Check[] => [
  ...operation(contract),
  ...status(contract),
  ...framing,
  ...json,
  ...contentType(contract),
  ...negotiation(contract),
  ...headers,
  ...schema(contract),
  ...limit(contract),
  ...auth(contract),
  ...tokenForms,
  ...refusals(contract),
  ...users(contract),
  ...health(contract),
  ...robustness(contract),
  ...challenges,
  ...methods,
  ...head(contract),
  ...conditions,
  ...caching,
  ...ranges,
  ...cors,
  ...leaks,
  ...exposure,
  ...growth(contract),
  ...profile(contract),
]
