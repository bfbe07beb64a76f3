import type { Variation } from '../implementation.ts'
import { challengeVariations } from './access/challenges.ts'
import { corsVariations } from './access/cors.ts'
import { refusalVariations } from './access/refusals.ts'
import { tokenVariations } from './access/tokens.ts'
import { userVariations } from './access/users.ts'
import { cachingVariations } from './message/caching.ts'
import { conditionVariations } from './message/conditions.ts'
import { connectionVariations } from './message/connections.ts'
import { contentTypeVariations } from './message/contentType.ts'
import { errorSchemaVariations } from './message/errorSchema.ts'
import { framingVariations } from './message/framing.ts'
import { headerVariations } from './message/headers.ts'
import { jsonVariations } from './message/json.ts'
import { negotiationVariations } from './message/negotiation.ts'
import { plantSchemaVariations } from './message/plantSchema.ts'
import { rangeVariations } from './message/ranges.ts'
import { mixed } from './mixed.ts'
import { addressVariations } from './operation/addresses.ts'
import { capacityVariations } from './operation/capacity.ts'
import { limitVariations } from './operation/limits.ts'
import { methodVariations } from './operation/methods.ts'
import { pageVariations } from './operation/pages.ts'
import { plantListVariations } from './operation/plants.ts'
import { robustnessVariations } from './operation/robustness.ts'

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

/** Every unusual but valid server. */
export const variations: readonly Variation[] = [...single, ...mixed(single)]
