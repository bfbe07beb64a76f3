import { expect, test } from 'vitest'
import type { Design } from '../design.ts'
import { testExchange } from '../exchange.testing.ts'
import type { Exchange, Probe, Response } from '../exchange.ts'
import type { Cause } from './cause.ts'
import { findCause } from './findCause.ts'
import { createTraitList } from './listTraits.ts'

const design: Design = {
  dimensions: [
    {
      id: 'encoding',
      values: [
        { id: 'identity', when: 'with Accept-Encoding: identity', refusal: 'MUST' },
        { id: 'gzip', when: 'with Accept-Encoding: gzip', refusal: 'MUST' },
        { id: 'br', when: 'with Accept-Encoding: br', refusal: 'MUST' },
      ],
    },
    {
      id: 'accept',
      values: [
        { id: 'json', when: 'with Accept: application/json', refusal: 'MUST' },
        { id: 'absent', when: 'without Accept', refusal: 'MUST' },
      ],
    },
    {
      id: 'limit',
      values: [
        { id: 'none', when: 'without a limit', refusal: 'MUST' },
        { id: 'one', when: 'with a limit of 1', refusal: 'MUST' },
        { id: 'between', when: 'with a limit in between', refusal: 'MUST' },
        { id: 'all', when: 'with a limit above all', refusal: 'MUST' },
      ],
      groups: [{ values: ['one', 'between'], when: 'with a small limit' }],
    },
    {
      id: 'cookie',
      values: [
        { id: 'absent', when: 'without Cookie', refusal: 'MUST' },
        { id: 'present', when: 'with Cookie', refusal: 'MUST' },
      ],
    },
  ],
  compose: () => [],
}

const GZIP = { encoding: 'gzip' }

type Sent = Partial<Probe> & { earlier?: number; breaks?: boolean; answer?: Partial<Response> }

/** Explains the exchanges that break, all of which a check has judged. */
function explain(...sent: readonly Sent[]): Cause {
  const exchanges = sent.map(({ earlier = 0, breaks: _, answer, ...probe }, index) =>
    testExchange(
      { probe: { id: `probe ${index}`, conditions: {}, ...probe }, connection: { id: 1, earlier } },
      answer,
    ),
  )
  const select = (breaks: boolean): Exchange[] =>
    exchanges.filter((_, index) => (sent[index]?.breaks ?? false) === breaks)
  const judged = { violating: select(true), passing: select(false), exchanges, isStatus: false }
  return findCause(judged, createTraitList(exchanges, design))
}

function repeat(times: number, ...sent: readonly Sent[]): Sent[] {
  return Array.from({ length: times }, () => sent).flat()
}

const limited = (most: number, sent: Sent = {}): Sent => ({
  limit: 'positive',
  most,
  query: `limit=${most}`,
  ...sent,
})

test('is `always` if no exchange passes', () => {
  expect(explain({ breaks: true }, { conditions: GZIP, breaks: true })).toMatchObject({
    kind: 'always',
    when: 'always',
  })
})

test('names the condition that all violating exchanges have and no other', () => {
  const cause = explain(
    {},
    { conditions: { ...GZIP, accept: 'absent' }, breaks: true },
    { conditions: { ...GZIP, cookie: 'present' }, breaks: true },
    { conditions: { accept: 'absent', cookie: 'present' } },
  )
  expect(cause).toMatchObject({ kind: 'all', when: 'only with Accept-Encoding: gzip' })
})

test('names all conditions that no exchange tells apart, and does not say which one is the cause', () => {
  const cause = explain({}, { conditions: { ...GZIP, accept: 'absent' }, breaks: true })
  expect(cause).toMatchObject({
    kind: 'open',
    when: 'only seen with Accept-Encoding: gzip and without Accept',
  })
})

test('names two conditions that break it together', () => {
  const cause = explain(
    {},
    { conditions: GZIP },
    { conditions: { accept: 'absent' } },
    { conditions: { ...GZIP, accept: 'absent' }, breaks: true },
    { conditions: { ...GZIP, accept: 'absent', cookie: 'present' }, breaks: true },
  )
  expect(cause.when).toBe('only with Accept-Encoding: gzip and without Accept')
})

test('names several values of one dimension', () => {
  const cause = explain(
    {},
    { conditions: { accept: 'absent' } },
    { conditions: GZIP, breaks: true },
    { conditions: { encoding: 'br', accept: 'absent' }, breaks: true },
  )
  expect(cause.when).toBe('only with Accept-Encoding: gzip or with Accept-Encoding: br')
})

test('names several values at once if they are a group and none of it passes', () => {
  const sent = (value: string, breaks: boolean) => ({ conditions: { limit: value }, breaks })
  expect(explain({}, sent('one', true), sent('between', true), sent('all', false)).when).toBe(
    'only with a small limit',
  )
  expect(explain({}, sent('one', true), sent('all', true), sent('between', false)).when).toBe(
    'only with a limit of 1 or with a limit above all',
  )
})

test('names what the exceptions share, or says that it does not happen every time', () => {
  const gzip = { conditions: GZIP, breaks: true }
  const named = { id: 'c', ...gzip }
  const rest = (...exceptions: readonly Sent[]) =>
    explain({}, ...repeat(5, {}), gzip, gzip, named, ...exceptions)
  const closed = { conditions: { ...GZIP, accept: 'absent' } }
  expect(rest({ id: 'd', ...closed }, { id: 'e', ...closed }, { id: 'f', ...closed }).when).toBe(
    'only with Accept-Encoding: gzip, except without Accept',
  )
  expect(rest({ id: 'c', conditions: GZIP }).when).toBe(
    'only with Accept-Encoding: gzip, but not every time (in 3 of 4 checked responses)',
  )
  expect(rest({ id: 'd', conditions: GZIP }).when).toBe(
    'only with Accept-Encoding: gzip (in 3 of 4 checked responses)',
  )
})

test('names a parameter in all of its spellings, and a value that its condition does not name', () => {
  const open = (query: string, breaks: boolean): Sent => ({ limit: 'open', query, breaks })
  expect(explain({}, open('limit=0', false), open('limit=-1', true), open('limit=%2D1&', true)).when).toBe(
    'only with ?limit=-1',
  )
  const origin = (value: string, breaks: boolean): Sent => ({
    conditions: { origin: 'present' },
    fields: [['Origin', value]],
    breaks,
  })
  expect(explain({}, origin('https://a.example', false), origin('null', true)).when).toBe(
    'only with Origin: null',
  )
})

test('takes no exception from several attempts of one request', () => {
  const gzip = { id: 'same', conditions: { ...GZIP, accept: 'absent' } }
  expect(explain({ breaks: true }, ...repeat(9, { breaks: true }), gzip, gzip, gzip).when).not.toContain(
    'except',
  )
})

test('names what is not a planned condition: the limit, the method, the credentials', () => {
  expect(explain({}, limited(1, { breaks: true }), limited(7, { breaks: true })).when).toBe(
    'only with a limit',
  )
  expect(explain({}, limited(1), limited(7, { breaks: true })).when).toBe('only with a limit of 7')
  expect(explain({}, { method: 'HEAD', breaks: true }).when).toBe('only with HEAD')
  const credential = { kind: 'bad', label: 'half of the token', fields: [] } as const
  expect(explain({}, { credential, breaks: true }).when).toBe('only without a valid token')
})

test('names a range of limits', () => {
  const limits = [1, 2, 9, 10, 11, 99]
  const broken = (breaks: (most: number) => boolean) =>
    explain(...limits.map((most) => limited(most, { breaks: breaks(most) })))
  expect(broken((most) => most >= 10).when).toBe('only with a limit of 10 or more')
  expect(broken((most) => most <= 9).when).toBe('only with a limit of 9 or less')
})

test('names the position on a connection', () => {
  expect(explain({}, {}, { earlier: 1, breaks: true }, { earlier: 4, breaks: true }).when).toBe(
    'only on a connection that was used before',
  )
  expect(explain({}, { earlier: 1, breaks: true }, { earlier: 2 }).when).toBe(
    'only on the second request of a connection',
  )
  expect(explain({ breaks: true }, { earlier: 1 }, { earlier: 2 }).when).toBe(
    'only on the first request of a connection',
  )
})

test('counts a request once that passes every time, and one that comes and goes as often as it was sent', () => {
  const explainBeside = (...others: readonly Sent[]): string =>
    explain(
      ...['first', 'second', 'third', 'fourth', 'fifth'].map((id, at) => ({ id, query: `a=${at}` })),
      ...[4, 6, 8].map((earlier, at) => ({ id: 'broken', query: `b=${at}`, earlier, breaks: true })),
      { id: 'other', query: 'c', earlier: 1, breaks: true },
      ...others.map((other, at) => ({ query: `d=${at}`, ...other })),
    ).when
  const passes = (earlier: number): Sent => ({ id: 'hidden', query: 'd', earlier })
  const cause = 'only on a connection that was used before'
  expect(explainBeside(passes(3))).toBe(`${cause} (in 4 of 5 checked responses)`)
  expect(explainBeside(passes(3), passes(5), passes(7))).toBe(`${cause} (in 4 of 7 checked responses)`)
  const flips = [3, 5, 7].map((earlier) => ({ ...passes(earlier), id: 'broken' }))
  expect(explainBeside(...flips)).toBe('in 4 of 12 checked responses, no pattern')
})

test('names a condition together with a moment', () => {
  const cause = explain(
    limited(3),
    { earlier: 1 },
    limited(5, { earlier: 1, breaks: true }),
    limited(4, { earlier: 2 }),
    limited(4, { earlier: 1, breaks: true }),
    limited(6, { earlier: 1, breaks: true }),
    limited(5),
  )
  expect(cause.when).toBe('only with a limit and on the second request of a connection')
})

test('names the request before', () => {
  const cause = explain(
    {},
    { method: 'HEAD' },
    { breaks: true },
    { conditions: GZIP },
    {},
    { method: 'HEAD' },
    { breaks: true },
  )
  expect(cause.when).toBe('only right after HEAD')
})

test('does not say what came before one of several requests that were sent at once', () => {
  const at = { parallel: 'group' }
  expect(explain({ method: 'HEAD' }, { ...at, breaks: true }, {}).when).toBe(
    'only while the server handles other requests',
  )
})

test('recognises a rhythm: of all requests, of a connection, of the requests that the check judges', () => {
  expect(explain(...repeat(4, { id: 'same' }, { id: 'same', breaks: true })).when).toBe(
    'on every second request',
  )
  expect(explain(...repeat(3, {}, {}, {}, {}, { breaks: true })).when).toBe('on every fifth request')
  const positions = [0, 1, 2, 3, 0, 1, 2, 0, 1, 2, 3]
  const onConnection = positions.map((earlier) => ({ id: 'same', earlier, breaks: earlier % 2 === 1 }))
  expect(explain(...onConnection).when).toBe('on every second request of a connection')
})

test('takes no rhythm from a few requests, nor from the count of requests of another kind', () => {
  expect(explain(...repeat(3, {}, { breaks: true })).when).not.toContain('on every')
  // Each request without a token follows one with it, and every second one is broken.
  const credential = { kind: 'none', label: 'no token', fields: [] } as const
  const pairs = Array.from({ length: 10 }, () => [testExchange(), testExchange({ probe: { credential } })])
  const judged = pairs.flatMap(([, without]) => without ?? [])
  const isEven = (_: unknown, index: number) => index % 2 === 1
  const violating = judged.filter(isEven)
  const passing = judged.filter((each) => !violating.includes(each))
  const rounds = [testExchange(), ...pairs.flat()]
  const cause = findCause(
    { violating, passing, exchanges: rounds, isStatus: false },
    createTraitList(rounds, undefined),
  )
  expect(cause.when).toBe('on every fourth request')
})

test('takes no rhythm from requests that are not counted, and names the numbers that are not an int32', () => {
  const outside = (text: string, breaks = false): Sent => ({
    limit: 'outside',
    query: `limit=${text}`,
    breaks,
    ...(breaks && { answer: { status: 500 } }),
  })
  const cause = explain(
    ...[{}, {}, {}, outside('2147483648', true), {}, {}, {}],
    ...repeat(4, outside('4294967297&', true)),
    ...['abc', '5.5', '99999999999999999999', '9'.repeat(64), '-99999999999'].map((text) => outside(text)),
  )
  expect(cause).toMatchObject({
    kind: 'any',
    when: 'only with a whole number from 2147483648 to 4294967297',
  })
  const numbers = ['2147483648', '9'.repeat(20)].map((text) => outside(text, true))
  expect(explain(...numbers, outside('abc'), outside('5.5'), outside('-99999999999')).when).toBe(
    'only with a whole number',
  )
})

test('counts redirects and retries of a request as the server does', () => {
  const exchanges = [0, 0, 1, 0, 1, 0, 0, 0].map((extra) =>
    testExchange({ waited: Array.from({ length: extra }, () => ({ status: 503, ms: 1 })) }),
  )
  // The numbers of the requests: 1, 2, 4, 5, 7, 8, 9, 10.
  const isOdd = [true, false, false, true, true, false, true, false]
  const violating = exchanges.filter((_, index) => isOdd[index])
  const passing = exchanges.filter((_, index) => !isOdd[index])
  const cause = findCause(
    { violating, passing, exchanges, isStatus: false },
    createTraitList(exchanges, undefined),
  )
  expect(cause.when).toBe('on every second request')
})

test('says from when on the server is broken, and until when it was', () => {
  const later = ['a', 'b', 'c'].map((id) => ({ id }))
  expect(explain(...later, { id: 'killer' }, ...later.map((each) => ({ ...each, breaks: true }))).when).toBe(
    'from request 5 of the run on, right after killer',
  )
  expect(explain(...later.map((each) => ({ ...each, breaks: true })), ...later).when).toBe(
    'only until request 3 of the run',
  )
})

test('names the status of the responses if nothing in the requests explains it', () => {
  const created = { answer: { status: 400 } }
  const ids = ['a', 'b', 'c', 'd']
  const cause = explain(
    ...ids.flatMap((id) => [{ id }, { id, ...created, breaks: true }, { id }, { id }]),
    ...ids.map((id) => ({ id })),
    { id: 'a', ...created, breaks: true },
  )
  expect(cause.when).toBe('only in responses with status 400')
})

test('names the size of the responses', () => {
  const sized = (bytes: number, breaks: boolean): Sent => ({ answer: { body: Buffer.alloc(bytes) }, breaks })
  const cause = explain(
    sized(2, false),
    sized(900, true),
    sized(70, false),
    sized(2_000, true),
    sized(2, false),
  )
  expect(cause.when).toBe('only in responses of 900 bytes or more')
})

test('names the exception if only few exchanges pass', () => {
  const cause = explain(
    { conditions: GZIP },
    { breaks: true },
    { conditions: { accept: 'absent' }, breaks: true },
    { conditions: { ...GZIP, cookie: 'present' } },
    { conditions: { cookie: 'present' }, breaks: true },
  )
  expect(cause.when).toBe('always, except with Accept-Encoding: gzip')
})

test('names the usual value if only requests without it pass', () => {
  const cause = explain(
    { conditions: GZIP },
    { conditions: { encoding: 'br', cookie: 'present' } },
    { conditions: { encoding: 'br', accept: 'absent' } },
    { breaks: true },
    { conditions: { cookie: 'present' }, breaks: true },
    { conditions: { accept: 'absent' }, breaks: true },
  )
  expect(cause.when).toBe('only with Accept-Encoding: identity')
})

test('reports the ratio if there is no pattern, or the probes if they break every time', () => {
  const random = [0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0].map((breaks) => ({
    id: 'same',
    breaks: breaks === 1,
  }))
  expect(explain(...random)).toMatchObject({ kind: 'none', when: 'in 4 of 14 checked responses, no pattern' })
  const each = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id }))
  const broken = (sent: Sent) => ({ ...sent, breaks: ['b', 'd'].includes(sent.id ?? '') })
  expect(explain(...each.map(broken), ...each.toReversed().map(broken))).toMatchObject({
    kind: 'probes',
    when: 'in 4 of 12 checked responses, to the same requests every time: it depends on them or on the data',
  })
})

test('names the size of the responses to one kind of request', () => {
  const sized = (bytes: number, method: string, breaks: boolean): Sent => ({
    method,
    answer: { body: Buffer.alloc(bytes) },
    breaks,
  })
  const cause = explain(
    sized(2, 'GET', false),
    sized(900, 'GET', true),
    sized(70, 'GET', false),
    sized(2_000, 'GET', true),
    sized(4_000, 'POST', false),
    sized(900, 'POST', false),
  )
  expect(cause.when).toBe('only with GET and in responses of 900 bytes or more')
})

test('names the exceptions among the responses with one status', () => {
  const encoded = (encoding: string): Sent => ({ conditions: { encoding } })
  const refused = { answer: { status: 400 } }
  const cause = explain(
    ...repeat(3, { breaks: true }, { conditions: { cookie: 'present' }, breaks: true }),
    ...repeat(2, encoded('gzip'), encoded('br')),
    ...repeat(3, refused, { ...refused, conditions: { cookie: 'present' } }, { breaks: true }),
  )
  expect(cause.when).toBe(
    'only in responses with status 200, except with Accept-Encoding: gzip or with Accept-Encoding: br',
  )
})

test('takes a few milliseconds for a long transcript', () => {
  const sent = Array.from({ length: 200 }, (_, index) => ({
    id: `probe ${index % 90}`,
    conditions: Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`dimension ${at}`, `${(index * (at + 3)) % 7}`]),
    ),
    breaks: (index * 7919) % 11 === 3,
  }))
  explain(...sent)
  const began = performance.now()
  for (let run = 0; run < 10; run++) explain(...sent)
  expect((performance.now() - began) / 10).toBeLessThan(300)
})
