import { type Answer, type Ask, json } from '../../answer.ts'
import { changeAnswers } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import { faults } from '../faults.ts'

const isByteRange = ({ headers }: Ask, _memory: unknown, { status }: Answer): boolean =>
  status === 200 && headers.range?.startsWith('bytes') === true

/** Wrong responses to range requests. */
export const ranges: readonly Fault[] = [
  ...faults('range-unknown-unit-ignored', {
    'range-unknown-unit-416': [
      'rejects a range with an unknown unit',
      'ME11',
      changeAnswers(
        () => json(416, []),
        ({ headers, user }) => headers.range?.startsWith('plants') === true && user !== undefined,
      ),
    ],
  }),
  ...faults('range-partial-true', {
    'range-unsaid': [
      'answers a range request with 206 and the whole list',
      'ME12',
      changeAnswers((answer) => ({ ...answer, status: 206 }), isByteRange),
    ],
    'range-of-characters': [
      'sends other bytes than its Content-Range declares',
      'ME12',
      changeAnswers(
        (answer) => ({
          status: 206,
          headers: { ...answer.headers, 'Content-Range': `bytes 0-9/${answer.body.length}` },
          body: String(answer.body).slice(1, 11),
        }),
        isByteRange,
      ),
    ],
  }),
]
