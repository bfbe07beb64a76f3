import { changeResponses } from './change.ts'
import type { Difference } from './implementation.ts'
import { defaultLists } from './plants.ts'
import { errorResponse, type IncomingRequest, jsonResponse, type OutgoingResponse } from './response.ts'

/** Answers authorised requests when the condition holds for their limits. */
export function respondToLimit(
  respond: (request: IncomingRequest) => OutgoingResponse,
  when: (limits: readonly string[], request: IncomingRequest) => boolean,
): Difference {
  return changeResponses(
    (_correct, request) => respond(request),
    (request) =>
      ['GET', 'HEAD'].includes(request.method) &&
      request.path === '/plants' &&
      request.user !== undefined &&
      when(request.limits, request),
  )
}

/** The whole list. */
export const all = ({ user = 'first' }: IncomingRequest): OutgoingResponse =>
  jsonResponse(200, defaultLists[user])
/** The first plants of the list. */
export const first =
  (count: number) =>
  ({ user = 'first' }: IncomingRequest): OutgoingResponse =>
    jsonResponse(200, defaultLists[user].slice(0, count))
/** A 400 with an Error. */
export const refused = (): OutgoingResponse => errorResponse(400, 'not this limit')
