import { auth } from './faulty/access/auth.ts'
import { cors } from './faulty/access/cors.ts'
import { security } from './faulty/access/security.ts'
import { users } from './faulty/access/users.ts'
import { body } from './faulty/message/body.ts'
import { caching } from './faulty/message/caching.ts'
import { framing as badFraming } from './faulty/message/framing.ts'
import { headers as badHeaders } from './faulty/message/headers.ts'
import { jsonText } from './faulty/message/json.ts'
import { wire } from './faulty/message/wire.ts'
import { answering } from './faulty/operation/answering.ts'
import { errors as badErrors } from './faulty/operation/errors.ts'
import { limit } from './faulty/operation/limit.ts'
import { methods } from './faulty/operation/methods.ts'
import { operation } from './faulty/operation/operation.ts'
import { robustness } from './faulty/operation/robustness.ts'
import { together } from './faulty/operation/together.ts'
import type { Fault, Variation } from './implementation.ts'
import { gateways } from './valid/access/gateways.ts'
import { refusals } from './valid/access/refusals.ts'
import { tokens } from './valid/access/tokens.ts'
import { codings } from './valid/message/codings.ts'
import { conditions } from './valid/message/conditions.ts'
import { fields } from './valid/message/fields.ts'
import { framing } from './valid/message/framing.ts'
import { members } from './valid/message/members.ts'
import { text } from './valid/message/text.ts'
import { mixed } from './valid/mixed.ts'
import { addresses } from './valid/operation/addresses.ts'
import { capacity } from './valid/operation/capacity.ts'
import { connections } from './valid/operation/connections.ts'
import { errors } from './valid/operation/errors.ts'
import { limits } from './valid/operation/limits.ts'
import { pages } from './valid/operation/pages.ts'
import { plants } from './valid/operation/plants.ts'
import { requests } from './valid/operation/requests.ts'

/** Every faulty server. */
export const faultyServers: readonly Fault[] = [
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
