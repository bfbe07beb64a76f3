import { authFaults } from './access/auth.ts'
import { corsFaults, corsVariations } from './access/cors.ts'
import { leakFaults } from './access/leaks.ts'
import { refusalFaults, refusalVariations } from './access/refusals.ts'
import { tokenFormFaults, tokenVariations } from './access/tokens.ts'
import { userFaults, userVariations } from './access/users.ts'
import type { Fault, Variation } from './implementation.ts'
import { cachingFaults, cachingVariations } from './message/caching.ts'
import { conditionFaults, conditionVariations } from './message/conditions.ts'
import { connectionVariations } from './message/connections.ts'
import { contentTypeFaults, contentTypeVariations } from './message/contentType.ts'
import { errorSchemaFaults, errorSchemaVariations } from './message/errors.ts'
import { framingFaults, framingVariations } from './message/framing.ts'
import { headerFaults, headerVariations } from './message/headers.ts'
import { jsonFaults, jsonVariations } from './message/json.ts'
import { negotiationFaults, negotiationVariations } from './message/negotiation.ts'
import { plantFaults, plantSchemaVariations } from './message/plants.ts'
import { addressVariations } from './operation/addresses.ts'
import { capacityVariations } from './operation/capacity.ts'
import { limitFaults, limitVariations } from './operation/limit.ts'
import { listFaults, listVariations } from './operation/lists.ts'
import { methodFaults, methodVariations } from './operation/methods.ts'
import { operationFaults } from './operation/operation.ts'
import { robustnessFaults, robustnessVariations } from './operation/robustness.ts'
import { statusFaults } from './operation/status.ts'

/** The faulty servers that are not generated, roughly in the order of the checks that report them. */
export const faultyServers: readonly Fault[] = [
  ...operationFaults,
  ...statusFaults,
  ...framingFaults,
  ...jsonFaults,
  ...contentTypeFaults,
  ...negotiationFaults,
  ...headerFaults,
  ...plantFaults,
  ...errorSchemaFaults,
  ...limitFaults,
  ...authFaults,
  ...tokenFormFaults,
  ...refusalFaults,
  ...userFaults,
  ...robustnessFaults,
  ...methodFaults,
  ...listFaults,
  ...conditionFaults,
  ...cachingFaults,
  ...corsFaults,
  ...leakFaults,
]

/** The unusual but valid servers that are not generated. */
export const variations: readonly Variation[] = [
  ...listVariations,
  ...limitVariations,
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
  ...framingVariations,
  ...connectionVariations,
  ...tokenVariations,
  ...refusalVariations,
  ...userVariations,
  ...corsVariations,
]
