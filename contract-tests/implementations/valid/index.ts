import type { Variation } from '../implementation.ts'
import { gateways } from './access/gateways.ts'
import { refusals } from './access/refusals.ts'
import { tokens } from './access/tokens.ts'
import { codings } from './message/codings.ts'
import { conditions } from './message/conditions.ts'
import { framing } from './message/framing.ts'
import { headers } from './message/headers.ts'
import { members } from './message/members.ts'
import { text } from './message/text.ts'
import { mixed } from './mixed.ts'
import { addresses } from './operation/addresses.ts'
import { capacity } from './operation/capacity.ts'
import { connections } from './operation/connections.ts'
import { errors } from './operation/errors.ts'
import { limits } from './operation/limits.ts'
import { pages } from './operation/pages.ts'
import { plants } from './operation/plants.ts'
import { requests } from './operation/requests.ts'

/** Every unusual but valid server. */
export const variations: readonly Variation[] = [
  ...plants,
  ...members,
  ...text,
  ...errors,
  ...limits,
  ...pages,
  ...refusals,
  ...tokens,
  ...requests,
  ...conditions,
  ...addresses,
  ...headers,
  ...codings,
  ...framing,
  ...connections,
  ...capacity,
  ...gateways,
  ...mixed,
]
