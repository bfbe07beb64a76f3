import { error, json } from '../../answer.ts'
import { answers, fields } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'

const isHead = ({ method }: { method: string }): boolean => method === 'HEAD'

/** Faults of methods beside GET. */
export const methods: readonly Fault[] = [
  {
    id: 'method-unknown-runs-get',
    title: 'takes a method that does not exist for GET',
    check: 'method-unknown-refused',
    rows: ['ME05'],
    difference: answers(
      () => json(200, defaultPlants),
      ({ method, user }) => method === 'FOO' && user === 'first',
    ),
  },
  {
    id: 'method-trace-echo',
    title: 'sends the whole request back to TRACE',
    check: 'method-trace-keeps-secrets',
    rows: ['ME06'],
    difference: answers(
      (_answer, { lines }) => ({
        status: 200,
        headers: { 'Content-Type': 'message/http' },
        body: lines.join('\r\n'),
      }),
      ({ method }) => method === 'TRACE',
    ),
  },
  {
    id: 'method-405-without-allow',
    title: 'answers 405 without Allow',
    check: 'method-allow-listed',
    rows: ['HD14'],
    difference: fields({ Allow: undefined }, [405]),
  },
  {
    id: 'head-not-supported',
    title: 'answers HEAD with 405',
    check: 'head-supported',
    rows: ['ME01'],
    difference: answers(() => error(405, 'only GET is supported', { Allow: 'GET' }), isHead),
  },
  {
    id: 'head-without-token',
    title: 'answers HEAD without a token',
    check: 'head-token-needed',
    rows: ['ME02'],
    difference: answers(() => json(200, defaultPlants), isHead),
  },
  {
    id: 'head-no-content',
    title: 'answers HEAD with 204',
    check: 'head-like-get',
    rows: ['ME03'],
    difference: answers(
      () => ({ status: 204, headers: {}, body: '' }),
      ({ method, user }) => method === 'HEAD' && user !== undefined,
    ),
  },
  {
    id: 'head-other-type',
    title: 'answers HEAD with another media type',
    check: 'head-like-get',
    rows: ['ME03'],
    difference: fields({ 'Content-Type': 'text/html' }, [200], isHead),
  },
  {
    id: 'head-length-zero',
    title: 'tells a length of 0 in answer to HEAD',
    check: 'head-length-true',
    rows: ['FR08'],
    difference: fields({ 'Content-Length': '0' }, [200], isHead),
  },
  {
    id: 'get-adds-a-plant',
    title: 'adds a plant whenever the list is read',
    check: 'get-changes-nothing',
    rows: ['ME04'],
    difference: answers(
      (_answer, _ask, memory) => {
        memory.reads = (memory.reads ?? 0) + 1
        return json(200, [
          ...defaultPlants,
          ...Array.from({ length: memory.reads }, () => ({ name: 'Hedera helix' })),
        ])
      },
      ({ method, limits, user }, _memory, { status }) =>
        status === 200 && method === 'GET' && limits.length === 0 && user === 'first',
    ),
  },
]
