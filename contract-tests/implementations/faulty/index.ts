import type { Fault } from '../implementation.ts'
import { authFaults } from './access/auth.ts'
import { challengeFaults } from './access/challenges.ts'
import { corsFaults } from './access/cors.ts'
import { exposureFaults } from './access/exposure.ts'
import { leakFaults } from './access/leaks.ts'
import { refusalFaults } from './access/refusals.ts'
import { tokenFormFaults } from './access/tokenForms.ts'
import { userFaults } from './access/users.ts'
import { cachingFaults } from './message/caching.ts'
import { conditionFaults } from './message/conditions.ts'
import { contentTypeFaults } from './message/contentType.ts'
import { errorSchemaFaults } from './message/errorSchema.ts'
import { framingFaults } from './message/framing.ts'
import { headerFaults } from './message/headers.ts'
import { jsonFaults } from './message/json.ts'
import { listSchemaFaults } from './message/listSchema.ts'
import { negotiationFaults } from './message/negotiation.ts'
import { plantSchemaFaults } from './message/plantSchema.ts'
import { rangeFaults } from './message/ranges.ts'
import { growthFaults } from './operation/growth.ts'
import { headFaults } from './operation/head.ts'
import { healthFaults } from './operation/health.ts'
import { limitFaults } from './operation/limit.ts'
import { limitCrashFaults } from './operation/limitCrashes.ts'
import { methodFaults } from './operation/methods.ts'
import { operationFaults } from './operation/operation.ts'
import { profileFaults } from './operation/profile.ts'
import { robustnessFaults } from './operation/robustness.ts'
import { safetyFaults } from './operation/safety.ts'
import { statusFaults } from './operation/status.ts'

/** Every server with a fault, in the order of the checks that report them. */
export const faultyServers: readonly Fault[] = [
  ...operationFaults,
  ...statusFaults,
  ...framingFaults,
  ...jsonFaults,
  ...contentTypeFaults,
  ...negotiationFaults,
  ...headerFaults,
  ...listSchemaFaults,
  ...plantSchemaFaults,
  ...errorSchemaFaults,
  ...limitFaults,
  ...limitCrashFaults,
  ...authFaults,
  ...tokenFormFaults,
  ...refusalFaults,
  ...userFaults,
  ...healthFaults,
  ...robustnessFaults,
  ...challengeFaults,
  ...methodFaults,
  ...headFaults,
  ...safetyFaults,
  ...conditionFaults,
  ...cachingFaults,
  ...rangeFaults,
  ...corsFaults,
  ...leakFaults,
  ...exposureFaults,
  ...growthFaults,
  ...profileFaults,
]
