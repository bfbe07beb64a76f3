import { changeResponses } from '../../change.ts'
import type { Difference } from '../../implementation.ts'
import type { IncomingRequest, OutgoingResponse } from '../../response.ts'

/** Replaces every 401. */
export function refuseWith(
  refusal: (request: IncomingRequest, usual: OutgoingResponse) => OutgoingResponse,
): Difference {
  return changeResponses(
    (response, request) => refusal(request, response),
    (_request, _memory, { status }) => status === 401,
  )
}
