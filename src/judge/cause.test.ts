import { expect, test } from 'vitest'
import { type Cause, createPartList, findCause } from './cause.ts'
import { testExchange } from './exchange.testing.ts'
import type { Conditions, Exchange, Probe, Response } from './exchange.ts'

const conditions: Record<string, Record<string, string>> = {
  encoding: { gzip: 'with Accept-Encoding: gzip', br: 'with Accept-Encoding: br' },
  accept: { absent: 'without Accept' },
  cookie: { present: 'with Cookie' },
}
/** Names the conditions as a plan does. */
const name = (given: Conditions) =>
  Object.fromEntries(Object.entries(given).map(([id, value]) => [id, conditions[id]?.[value] ?? '']))

const GZIP = { encoding: 'gzip' }
const bob = { credential: { kind: 'other', label: 'bob', fields: [] } } as const

type Sent = Partial<Probe> & { earlier?: number; breaks?: boolean; answer?: Partial<Response> }

/** Finds the cause of the violations in the exchanges with `breaks`. The check passes all other exchanges. */
function explain(...sent: readonly Sent[]): Cause {
  const exchanges = sent.map(({ earlier = 0, breaks: _, answer, ...probe }, index) =>
    testExchange(
      {
        probe: { id: `probe ${index}`, words: name(probe.conditions ?? {}), ...probe },
        connection: { id: 1, earlier },
        url: `http://localhost/plants?${probe.query ?? ''}`,
      },
      answer,
    ),
  )
  const select = (breaks: boolean): Exchange[] =>
    exchanges.filter((_, index) => (sent[index]?.breaks ?? false) === breaks)
  const judged = { violating: select(true), passing: select(false) }
  return findCause(judged, createPartList(exchanges))
}

const limited = (maxResults: number, sent: Sent = {}): Sent => ({
  limit: 'positive',
  maxResults,
  query: `limit=${maxResults}`,
  ...sent,
})

test('names the condition that only violating exchanges have, confirmed by a request without it', () => {
  const broken = { conditions: { ...GZIP, accept: 'absent' }, breaks: true }
  const other = { conditions: { ...GZIP, cookie: 'present' }, breaks: true }
  const without = { conditions: { accept: 'absent' } }
  const when = 'with Accept-Encoding: gzip'
  expect(explain({}, broken, other, without)).toMatchObject({
    data: { kind: 'condition', parts: [when] },
    when: `only ${when}`,
  })
  expect(explain({}, broken, other, { conditions: { accept: 'absent', cookie: 'present' } })).toMatchObject({
    data: { kind: 'unknown', seen: [when] },
    when: `only seen ${when}`,
  })
})

test('names all conditions that always occur together, and does not say which of them is the cause', () => {
  expect(explain({}, limited(7, { conditions: GZIP, breaks: true })).when).toBe(
    'only seen with a limit and with Accept-Encoding: gzip',
  )
  expect(explain({}, { conditions: { ...GZIP, accept: 'absent' }, breaks: true })).toMatchObject({
    data: { kind: 'unknown', seen: ['with Accept-Encoding: gzip', 'without Accept'] },
    when: 'only seen with Accept-Encoding: gzip and without Accept',
  })
})

test('names two conditions that cause the violation only together', () => {
  const cause = explain(
    {},
    { conditions: GZIP },
    { conditions: { accept: 'absent' } },
    { conditions: { ...GZIP, accept: 'absent' }, breaks: true },
    { conditions: { ...GZIP, accept: 'absent', cookie: 'present' }, breaks: true },
  )
  expect(cause.when).toBe('only with Accept-Encoding: gzip and without Accept')
})

test('names several values of a condition together if each value is enough', () => {
  const cause = explain(
    {},
    { conditions: { accept: 'absent' } },
    { conditions: GZIP, breaks: true },
    { conditions: { encoding: 'br' }, breaks: true },
    { conditions: { encoding: 'br', accept: 'absent' }, breaks: true },
  )
  expect(cause.when).toBe('only with Accept-Encoding: gzip or with Accept-Encoding: br')
})

test('if a refused request does not show the violation, says how many such responses show it', () => {
  const gzip = { conditions: GZIP, breaks: true }
  const refused = { conditions: { ...GZIP, accept: 'absent' }, answer: { status: 400 } }
  expect(explain({}, { conditions: { cookie: 'present' } }, gzip, gzip, gzip, refused).when).toBe(
    'only with Accept-Encoding: gzip, in 3 of 4 such responses',
  )
})

test('names an earlier request by the same user for the same URL, as with a wrong cache', () => {
  const again = { breaks: true }
  const otherHeaders = { conditions: GZIP, breaks: true }
  const emptyQuery = { query: '', breaks: true }
  const otherUrl = { query: 'a=b' }
  expect(
    explain({}, limited(7), otherUrl, again, otherHeaders, limited(9), limited(7, again), emptyQuery),
  ).toMatchObject({
    data: { kind: 'sequence' },
    when: 'only when the same user has already requested the same URL',
  })
  expect(explain({}, bob, again, limited(7), limited(7, bob)).when).toMatch(/already requested/)
  const otherSpelling = limited(7, { query: 'limit=%37', breaks: true })
  expect(explain({}, limited(7), otherSpelling, limited(7, again), limited(9), again).when).toBe(
    'only when the same user has already requested the same limit',
  )
})

test('names unplanned conditions: the limit, the method, the credentials', () => {
  const unplanned = (...sent: readonly Sent[]) => explain({}, ...sent).when
  expect(unplanned(limited(1, { breaks: true }), limited(7, { breaks: true }))).toBe('only with a limit')
  expect(unplanned(limited(1), limited(7, { breaks: true }))).toBe('only with a limit of 7')
  const spelled = limited(1, { query: 'lim%69t=1', breaks: true })
  expect(unplanned(limited(1), spelled)).toBe('only with ?lim%69t=1')
  expect(unplanned({ method: 'HEAD', breaks: true })).toBe('only with HEAD')
  const credential = { kind: 'bad', label: 'half of the token', fields: [] } as const
  expect(unplanned({ credential, breaks: true })).toBe('only without a valid token')
})

test('names the limits with which requests fail', () => {
  const limits = [1, 2, 9, 10, 11, 99]
  const broken = (breaks: (maxResults: number) => boolean, ...more: readonly Sent[]) =>
    explain(...more, ...limits.map((maxResults) => limited(maxResults, { breaks: breaks(maxResults) })))
  expect(broken((maxResults) => maxResults >= 10, { breaks: true })).toMatchObject({
    data: { kind: 'threshold', of: 'limit', passes: 9, fails: 10 },
    when: 'only with a limit of at least 10, or without a limit',
  })
  expect(broken((maxResults) => maxResults <= 9).when).toBe('only with a limit of at most 9')
  expect(broken((maxResults) => maxResults > 11, { breaks: true }).when).toBe(
    'only with a limit of at least 99 (passes with 11), or without a limit',
  )
  expect(broken((maxResults) => maxResults > 1 && maxResults < 11)).toMatchObject({
    data: { kind: 'threshold', of: 'limit', passes: 1, fails: 2, until: 10 },
    when: 'only with a limit of 2 to 10',
  })
  const all = limits.flatMap((max) => [limited(max), limited(max, { ...bob, breaks: max > 2 })])
  expect(explain(...all).when).toBe(
    "only with the second user's token and with a limit of at least 9 (passes with 2)",
  )
})

test('names the moment if the same request passes at another moment', () => {
  const sent = { id: 'same' }
  const late = { earlier: 4, breaks: true }
  expect(explain(sent, {}, { ...sent, earlier: 1, breaks: true }, late)).toMatchObject({
    data: { kind: 'sequence', steps: ['on a connection that was used before'] },
    when: 'only on a connection that was used before',
  })
  const gzip = { conditions: GZIP }
  expect(explain(gzip, gzip, { earlier: 1, breaks: true }, late).when).toBe('in 2 of 4 checked responses')
  const at = { parallel: 'group', id: 'same' }
  expect(explain({ method: 'HEAD' }, { ...at, breaks: true }, sent)).toMatchObject({
    data: { kind: 'parallel' },
    when: 'only while the server handles other requests',
  })
  const eight = (same: Sent): Sent[] => Array.from({ length: 8 }, () => same)
  const some = [...eight({ ...at, breaks: true }), ...eight(at)]
  expect(explain(...some, ...eight(sent)).when).toBe(
    'only while the server handles other requests, in 8 of 16 such responses',
  )
  // If most requests are concurrent, few violations may all be concurrent by chance, but many violations are not.
  expect(explain(...some, ...eight(at), sent).when).toBe(
    'in 8 of 25 checked responses, no pattern in the requests',
  )
  expect(explain(...some, ...some, ...eight(sent)).when).toBe(
    'only while the server handles other requests, in 16 of 32 such responses',
  )
  expect(explain(sent, { method: 'HEAD' }, { ...sent, breaks: true }, {}).when).toBe('only right after HEAD')
})

test('says how often an intermittent violation occurs, and shows the outcomes in order', () => {
  const random = [0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0].map((breaks) => ({
    id: 'same',
    breaks: breaks === 1,
  }))
  expect(explain(...random)).toMatchObject({
    data: { kind: 'intermittent', failed: 4, of: 14 },
    when: 'in 4 of 14 checked responses, no pattern in the requests',
  })
  const send = (id: string, startedAt: number) => testExchange({ probe: { id }, startedAt })
  const judged = {
    violating: [send('same', 1), send('same', 3), send('other', 4)],
    passing: [send('same', 2), send('same', 0)],
  }
  expect(findCause(judged, createPartList([])).outcomes).toEqual(['pass', 'violation', 'pass', 'violation'])
})

test('takes little time for a long transcript', () => {
  const sent = Array.from({ length: 200 }, (_, index) => ({
    id: `probe ${index % 90}`,
    conditions: Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`dimension ${at}`, `${(index * (at + 3)) % 7}`]),
    ),
    breaks: (index * 7919) % 11 === 3,
  }))
  explain(...sent)
  const began = process.cpuUsage()
  for (let run = 0; run < 10; run++) explain(...sent)
  expect(process.cpuUsage(began).user / 10_000).toBeLessThan(300)
})
