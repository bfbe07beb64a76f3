import type { LimitClass, Probe } from '../../src/harness/exchange.ts'
import type { PlanFacts, Stage } from '../../src/harness/stage.ts'
import { limited, probe } from './probe.ts'

type Input = readonly [id: string, value: string, different?: Partial<Probe>]

/** In the range of int32, so valid by the schema; what they give is open but for a crash. */
const OPEN: readonly Input[] = [
  ['zero', '0'],
  ['minus-one', '-1'],
  ['int32-min', '-2147483648'],
]
/**
 * No int32 at all: what they give is open. A 400 must still be an Error, whatever the client says about the answer, and
 * while the server is busy with another one.
 */
const OUTSIDE: readonly Input[] = [
  ['letters', 'abc'],
  ['empty', ''],
  ['past-int32', '2147483648'],
  ['twenty-digits', '99999999999999999999', { omit: ['accept'] }],
  ['wrap-around', '4294967297', { fields: [['Accept-Encoding', 'gzip']] }],
  [
    'fraction',
    '5.5',
    { fields: [['Connection', 'close']], parallel: 'bad-limits', connection: 'bad limit 1' },
  ],
  ['exponent', '1e3', { parallel: 'bad-limits', connection: 'bad limit 2' }],
  ['plus', '%2B5'],
]
/** Requests that a gateway may well stop: nothing is held against the server but a crash. */
const ODD: readonly Input[] = [
  ['full-width', '%EF%BC%95'],
  ['bad-utf-8', '%FF'],
  ['percent', '%'],
  ['markup', '%3Csvg%2Fonload%3D1%3E'],
  ['line-break', '1%0d%0aX-Kit:%201'],
]

/** Values for `limit` that are open or invalid: they must not break the server, and what is a 400 must be an Error. */
export const badLimits: Stage = {
  id: 'bad-limits',
  probes: (facts) => [
    ...OPEN.map((input) => bad(facts, input, 'open', true)),
    health(facts, 'open-limits'),
    ...OUTSIDE.map((input) => bad(facts, input, 'outside', true)),
    whole(facts, 'bare', facts.limit, true),
    whole(facts, 'repeated', `${facts.limit}=1&${facts.limit}=2`, true),
    health(facts, 'bad-limits'),
    ...ODD.map((input) => bad(facts, input, 'outside', false)),
    whole(facts, 'array', `${facts.limit}%5B%5D=1`, false),
    whole(facts, 'eight-kilobytes', `${facts.limit}=${'9'.repeat(8000)}`, false),
    health(facts, 'odd-limits'),
  ],
}

/** A bad request, then good ones, on one connection: what an error leaves behind shows in the next answer. */
export const sequences: Stage = {
  id: 'sequences',
  probes: (facts) => {
    const connection = 'sequence'
    const reason = 'whether a bad request leaves something behind on its connection'
    return [
      probe(facts, 'sequence/bad', reason, {
        query: `${facts.limit}=abc`,
        limit: 'outside',
        fields: [['Accept', '*/*']],
        connection,
      }),
      limited(facts, 1, { id: 'sequence/limit-1', reason, connection }),
      limited(facts, 3, { id: 'sequence/limit-3', reason, connection }),
      probe(facts, 'sequence/list', reason, { connection }),
    ]
  },
}

function bad(facts: PlanFacts, [id, value, different]: Input, limit: LimitClass, benign: boolean): Probe {
  return probe(facts, `bad-limit/${id}`, `what ${facts.limit}=${value.slice(0, 40)} does`, {
    query: `${facts.limit}=${value}`,
    limit,
    benign,
    ...different,
  })
}

function whole(facts: PlanFacts, id: string, query: string, benign: boolean): Probe {
  return probe(facts, `bad-limit/${id}`, `what ?${query.slice(0, 40)} does`, {
    query,
    limit: 'outside',
    benign,
  })
}

/** The plain request after bad ones: a worker that died of them shows here. */
export function health(facts: PlanFacts, after: string): Probe {
  return probe(facts, `health/${after}`, 'whether the server is still well', {
    connection: `health ${after}`,
  })
}
