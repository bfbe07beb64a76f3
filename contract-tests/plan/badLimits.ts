import type { Contract } from '../../src/contract/contract.ts'
import type { Probe } from '../../src/harness/exchange.ts'
import type { PlanFacts, Stage } from '../../src/harness/stage.ts'
import { createLimitedProbe, createProbe } from './createProbe.ts'
import type { ProbeGroup, ProbeId } from './probeIds.ts'

type BadLimit = Partial<Probe> & { id: InGroup<'bad-limit'>; value: string }
type InGroup<Group extends ProbeGroup> = Extract<ProbeId, `${Group}/${string}`>

/** Valid by the schema, as they are in the range of int32. The contract does not say what they do. */
const OPEN: readonly BadLimit[] = [
  { id: 'bad-limit/zero', value: '0' },
  { id: 'bad-limit/minus-one', value: '-1' },
  { id: 'bad-limit/int32-min', value: '-2147483648' },
]

/** Not an int32. Some of the requests differ in their headers or are concurrent: a 400 must be an Error all the same. */
const OUTSIDE: readonly BadLimit[] = [
  { id: 'bad-limit/letters', value: 'abc' },
  { id: 'bad-limit/empty', value: '' },
  { id: 'bad-limit/past-int32', value: '2147483648' },
  { id: 'bad-limit/twenty-digits', value: '99999999999999999999', omit: ['accept'] },
  { id: 'bad-limit/wrap-around', value: '4294967297', fields: [['Accept-Encoding', 'gzip']] },
  {
    id: 'bad-limit/fraction',
    value: '5.5',
    fields: [['Connection', 'close']],
    parallel: 'bad-limits',
    connection: 'bad limit 1',
  },
  { id: 'bad-limit/exponent', value: '1e3', parallel: 'bad-limits', connection: 'bad limit 2' },
  { id: 'bad-limit/plus', value: '%2B5' },
]

/** Values that a gateway may stop before they reach the server. They must not crash it. */
const ODD: readonly BadLimit[] = [
  { id: 'bad-limit/full-width', value: '%EF%BC%95' },
  { id: 'bad-limit/bad-utf-8', value: '%FF' },
  { id: 'bad-limit/percent', value: '%' },
  { id: 'bad-limit/markup', value: '%3Csvg%2Fonload%3D1%3E' },
  { id: 'bad-limit/line-break', value: '1%0d%0aX-Kit:%201' },
]

/** Values of `limit` that are open or invalid: they must not break the server, and a 400 must be an Error. */
export const createBadLimitStage = (contract: Contract): Stage => ({
  id: 'bad-limits',
  probes: (facts) => {
    const { name } = contract.limit
    const bad = (definition: Partial<Probe> & { id: InGroup<'bad-limit'>; query: string }) => {
      const reason = `what ?${definition.query.slice(0, 40)} does`
      return createProbe(facts, { limit: 'outside', reason, ...definition })
    }
    const withValue = ({ value, ...definition }: BadLimit) =>
      bad({ query: `${name}=${value}`, ...definition })
    return [
      ...OPEN.map((input) => withValue({ ...input, limit: 'open' })),
      createHealthProbe(facts, 'health/open-limits'),
      ...OUTSIDE.map(withValue),
      bad({ id: 'bad-limit/bare', query: name }),
      bad({ id: 'bad-limit/repeated', query: `${name}=1&${name}=2` }),
      createHealthProbe(facts, 'health/bad-limits'),
      ...ODD.map((input) => withValue({ ...input, benign: false })),
      bad({ id: 'bad-limit/array', query: `${name}%5B%5D=1`, benign: false }),
      bad({ id: 'bad-limit/eight-kilobytes', query: `${name}=${'9'.repeat(8000)}`, benign: false }),
      createHealthProbe(facts, 'health/odd-limits'),
    ]
  },
})

/** A bad request and then good ones on one connection: the next response shows what an error leaves behind. */
export const createSequenceStage = (contract: Contract): Stage => ({
  id: 'sequences',
  probes: (facts) => {
    const shared = {
      reason: 'whether a bad request affects the next one on its connection',
      connection: 'sequence',
    }
    return [
      createProbe(facts, {
        id: 'sequence/bad',
        ...shared,
        query: `${contract.limit.name}=abc`,
        limit: 'outside',
        fields: [['Accept', '*/*']],
      }),
      createLimitedProbe(contract, facts, { id: 'sequence/limit-1', ...shared, most: 1 }),
      createLimitedProbe(contract, facts, { id: 'sequence/limit-3', ...shared, most: 3 }),
      createProbe(facts, { id: 'sequence/list', ...shared }),
    ]
  },
})

/** The plain request after bad ones: it shows whether a worker has died. */
export function createHealthProbe(facts: PlanFacts, id: InGroup<'health'>): Probe {
  return createProbe(facts, {
    id,
    reason: 'whether the server is still healthy',
    connection: id.replace('/', ' '),
  })
}
