import { answering } from './faulty/answering.ts'
import { auth } from './faulty/auth.ts'
import { body } from './faulty/body.ts'
import { caching } from './faulty/caching.ts'
import { cors } from './faulty/cors.ts'
import { errors as badErrors } from './faulty/errors.ts'
import { framing as badFraming } from './faulty/framing.ts'
import { headers as badHeaders } from './faulty/headers.ts'
import { jsonText } from './faulty/json.ts'
import { limit } from './faulty/limit.ts'
import { methods } from './faulty/methods.ts'
import { operation } from './faulty/operation.ts'
import { robustness } from './faulty/robustness.ts'
import { security } from './faulty/security.ts'
import { together } from './faulty/together.ts'
import { users } from './faulty/users.ts'
import { wire } from './faulty/wire.ts'
import type { Fault, Variation } from './implementation.ts'
import { addresses } from './valid/addresses.ts'
import { capacity } from './valid/capacity.ts'
import { codings } from './valid/codings.ts'
import { conditions } from './valid/conditions.ts'
import { connections } from './valid/connections.ts'
import { errors } from './valid/errors.ts'
import { fields } from './valid/fields.ts'
import { framing } from './valid/framing.ts'
import { gateways } from './valid/gateways.ts'
import { limits } from './valid/limits.ts'
import { members } from './valid/members.ts'
import { mixed } from './valid/mixed.ts'
import { pages } from './valid/pages.ts'
import { plants } from './valid/plants.ts'
import { refusals } from './valid/refusals.ts'
import { requests } from './valid/requests.ts'
import { text } from './valid/text.ts'
import { tokens } from './valid/tokens.ts'

/** Every faulty server. */
export const faults: readonly Fault[] = [
  ...operation,
  ...answering,
  ...badFraming,
  ...jsonText,
  ...badHeaders,
  ...body,
  ...badErrors,
  ...limit,
  ...auth,
  ...users,
  ...methods,
  ...caching,
  ...cors,
  ...security,
  ...robustness,
  ...together,
  ...wire,
]

/** Every server that is odd but valid. */
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
  ...fields,
  ...codings,
  ...framing,
  ...connections,
  ...capacity,
  ...gateways,
  ...mixed,
]
