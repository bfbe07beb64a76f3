import { changeResponses } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import { type IncomingRequest, jsonResponse, type OutgoingResponse } from '../../response.ts'
import { faults } from '../../servers.ts'

const isByteRange = ({ headers }: IncomingRequest, _memory: unknown, { status }: OutgoingResponse): boolean =>
  status === 200 && headers.range?.startsWith('bytes') === true

/** Wrong responses to range requests. */
export const rangeFaults: readonly Fault[] = [
  ...faults('range-unknown-unit-ignored', 'ME11', {
    'range-unknown-unit-416': [
      'rejects a range with an unknown unit',
      changeResponses(
        () => jsonResponse(416, []),
        ({ headers, user }) => headers.range?.startsWith('plants') === true && user !== undefined,
      ),
    ],
  }),
  ...faults('range-partial-true', 'ME12', {
    'range-unsaid': [
      'returns 206 with the whole list to a range request',
      changeResponses((response) => ({ ...response, status: 206 }), isByteRange),
    ],
    'range-of-characters': [
      'sends different bytes from those that its Content-Range declares',
      changeResponses(
        (response) => ({
          status: 206,
          headers: { ...response.headers, 'Content-Range': `bytes 0-9/${response.body.length}` },
          body: String(response.body).slice(1, 11),
        }),
        isByteRange,
      ),
    ],
  }),
]
