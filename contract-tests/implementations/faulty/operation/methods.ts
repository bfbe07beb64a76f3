import type { Ask } from '../../answer.ts'
import { error, json } from '../../answer.ts'
import { changeAnswers, setHeaders } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'
import { faults } from '../faults.ts'

const isHead = ({ method }: Ask): boolean => method === 'HEAD'

/** Wrong responses to methods other than GET. */
export const methods: readonly Fault[] = [
  ...faults('method-unknown-refused', {
    'method-unknown-runs-get': [
      'treats an unknown method as GET',
      'ME05',
      changeAnswers(
        () => json(200, defaultPlants),
        ({ method, user }) => method === 'FOO' && user === 'first',
      ),
    ],
  }),
  ...faults('method-trace-keeps-secrets', {
    'method-trace-echo': [
      'echoes the whole request to TRACE',
      'ME06',
      changeAnswers(
        (_answer, { lines }) => ({
          status: 200,
          headers: { 'Content-Type': 'message/http' },
          body: lines.join('\r\n'),
        }),
        ({ method }) => method === 'TRACE',
      ),
    ],
  }),
  ...faults('method-allow-listed', {
    'method-405-without-allow': [
      'returns 405 without Allow',
      'HD14',
      setHeaders({ Allow: undefined }, [405]),
    ],
  }),
  ...faults('head-supported', {
    'head-not-supported': [
      'returns 405 to HEAD',
      'ME01',
      changeAnswers(() => error(405, 'only GET is supported', { Allow: 'GET' }), isHead),
    ],
  }),
  ...faults('head-token-needed', {
    'head-without-token': [
      'answers HEAD without a token',
      'ME02',
      changeAnswers(() => json(200, defaultPlants), isHead),
    ],
  }),
  ...faults('head-like-get', {
    'head-no-content': [
      'returns 204 to HEAD',
      'ME03',
      changeAnswers(
        () => ({ status: 204, headers: {}, body: '' }),
        ({ method, user }) => method === 'HEAD' && user !== undefined,
      ),
    ],
    'head-other-type': [
      'returns another media type to HEAD',
      'ME03',
      setHeaders({ 'Content-Type': 'text/html' }, [200], isHead),
    ],
  }),
  ...faults('head-length-true', {
    'head-length-zero': [
      'returns Content-Length: 0 to HEAD',
      'FR08',
      setHeaders({ 'Content-Length': '0' }, [200], isHead),
    ],
  }),
]
