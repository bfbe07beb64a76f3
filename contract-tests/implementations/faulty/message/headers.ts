import { changeResponses, setHeaders } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import { errorResponse } from '../../response.ts'
import { faults } from '../../servers.ts'
import { limitTextIs, once } from '../../when.ts'

const abcOnce = once(limitTextIs('abc'))

/** Headers whose value is malformed. */
export const headerFaults: readonly Fault[] = [
  ...faults('date-valid', 'HD12', {
    'date-wrong': ['writes Date in ISO 8601 format', setHeaders({ Date: '2026-11-21T10:00:00Z' })],
    'last-modified-utc': [
      'writes Last-Modified with UTC in place of GMT',
      setHeaders({ 'Last-Modified': 'Sat, 21 Nov 2026 10:00:00 UTC' }, [200]),
    ],
  }),
  ...faults('retry-after-valid', 'HD15', {
    'retry-after-words': ['writes Retry-After in words', setHeaders({ 'Retry-After': 'soon' }, [400])],
    'retry-after-words-once': [
      'returns 503 once and writes Retry-After in words',
      changeResponses(
        () => errorResponse(503, 'busy', { 'Retry-After': 'soon' }),
        (request, memory, { status }) => status === 400 && abcOnce(request, memory),
      ),
    ],
  }),
  ...faults('etag-well-formed', 'HD16', {
    'etag-bare': ['writes its ETag without quotation marks', setHeaders({ ETag: 'abc' }, [200])],
  }),
  ...faults('hsts-over-tls-only', 'HD17', {
    'hsts-over-http': [
      'sends Strict-Transport-Security over plain HTTP',
      setHeaders({ 'Strict-Transport-Security': 'max-age=1' }, [200]),
    ],
  }),
]
