import { changeResponses } from './change.ts'
import type { Difference } from './implementation.ts'
import { defaultPlants } from './plants.ts'
import { errorResponse, type IncomingRequest, jsonResponse, type OutgoingResponse } from './response.ts'

/** Answers the first user's authorised requests when the condition holds for their limits. */
export function respondToLimit(
  respond: (request: IncomingRequest) => OutgoingResponse,
  when: (limits: readonly string[], request: IncomingRequest) => boolean,
): Difference {
  return changeResponses(
    (_correct, request) => respond(request),
    (request) =>
      ['GET', 'HEAD'].includes(request.method) &&
      request.path === '/plants' &&
      request.user === 'first' &&
      when(request.limits, request),
  )
}

/** The whole list. */
export const all = (): OutgoingResponse => jsonResponse(200, defaultPlants)
/** The first plants of the list. */
export const first = (count: number) => (): OutgoingResponse =>
  jsonResponse(200, defaultPlants.slice(0, count))
/** A 400 with an Error. */
export const refused = (): OutgoingResponse => errorResponse(400, 'not this limit')
