import { authFaults } from './access/auth.ts'
import { corsFaults, corsVariations } from './access/cors.ts'
import { exposureFaults, leakFaults } from './access/leaks.ts'
import { challengeFaults, challengeVariations, refusalFaults, refusalVariations } from './access/refusals.ts'
import { tokenFormFaults, tokenVariations } from './access/tokens.ts'
import { userFaults, userVariations } from './access/users.ts'
import type { Fault, Variation } from './implementation.ts'
import { cachingFaults, cachingVariations } from './message/caching.ts'
import { conditionFaults, conditionVariations, rangeFaults, rangeVariations } from './message/conditions.ts'
import { connectionVariations } from './message/connections.ts'
import { contentTypeFaults, contentTypeVariations } from './message/contentType.ts'
import { errorSchemaFaults, errorSchemaVariations } from './message/errors.ts'
import { framingFaults, framingVariations } from './message/framing.ts'
import { headerFaults, headerVariations } from './message/headers.ts'
import { jsonFaults, jsonVariations } from './message/json.ts'
import { negotiationFaults, negotiationVariations } from './message/negotiation.ts'
import { listSchemaFaults, plantSchemaFaults, plantSchemaVariations } from './message/plants.ts'
import { mixed } from './mixed.ts'
import { addressVariations } from './operation/addresses.ts'
import { capacityVariations } from './operation/capacity.ts'
import { limitCrashFaults, limitFaults, limitVariations } from './operation/limit.ts'
import {
  growthFaults,
  pageVariations,
  plantListVariations,
  profileFaults,
  safetyFaults,
} from './operation/lists.ts'
import { headFaults, methodFaults, methodVariations } from './operation/methods.ts'
import { operationFaults } from './operation/operation.ts'
import { healthFaults, robustnessFaults, robustnessVariations } from './operation/robustness.ts'
import { statusFaults } from './operation/status.ts'

/** All faulty servers, in the order of the checks that report them. */
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

const single: readonly Variation[] = [
  ...plantListVariations,
  ...limitVariations,
  ...pageVariations,
  ...addressVariations,
  ...methodVariations,
  ...robustnessVariations,
  ...capacityVariations,
  ...plantSchemaVariations,
  ...errorSchemaVariations,
  ...jsonVariations,
  ...contentTypeVariations,
  ...headerVariations,
  ...negotiationVariations,
  ...conditionVariations,
  ...cachingVariations,
  ...rangeVariations,
  ...framingVariations,
  ...connectionVariations,
  ...tokenVariations,
  ...refusalVariations,
  ...challengeVariations,
  ...userVariations,
  ...corsVariations,
]

/** All unusual but valid servers. */
export const variations: readonly Variation[] = [...single, ...mixed(single)]
