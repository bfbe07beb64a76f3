import type { Contract } from '../../src/contract/contract.ts'
import type { Field, Probe } from '../../src/judge/exchange.ts'
import type { PlanFacts, Stage } from '../../src/judge/suite.ts'
import { createLimitedProbe, createProbe, lastSegment, listCookies } from './createProbe.ts'
import { createRow } from './design/createRow.ts'
import { headerDimensions } from './design/headerDimensions.ts'
import { fitLimit, limitTo, spelling } from './design/queryDimensions.ts'
import { encodeLetter } from './variants.ts'

/** The first of the limits that the plan sends only without a token. */
const FRESH = 2000
/** The number of requests with combined headers: one for each unusual Accept value that accepts JSON. */
const COMBINED = 6
/**
 * For each header with one value, the combined requests that send it, as bits: three of the six. Each header has other requests, so that the
 * requests that get plants have only one header in common, which replaces the token.
 */
const SENDERS = Array.from({ length: 2 ** COMBINED }, (_, bits) => bits).filter(
  (bits) => bits.toString(2).replaceAll('0', '').length === COMBINED / 2,
)

/** Sends requests without a token. Some of these requests repeat requests with a token, which reveals a cache that ignores the token. */
export const createWithoutTokenStage = (contract: Contract): Stage => ({
  id: 'without-token',
  probes: (facts) => {
    const credential = facts.credentials.none
    const { etag } = facts.headers
    const reason = 'whether the token is required'
    const afterRefusal = 'whether a cache replays a refusal to a request with the token'
    const [combined, withContent, ...others] = createCombinedProbes(contract, facts)
    const onFirst = (probe?: Probe): Probe[] => (probe ? [{ ...probe, connection: 'auth/none' }] : [])
    return [
      createProbe(facts, { id: 'auth/none', reason, credential, connection: 'auth/none' }),
      // If the server does not read the content of a refused request, the next request on the connection fails.
      ...onFirst(withContent),
      // This request uses the same connection as the requests before it, so that the kit repeats them together.
      createProbe(facts, { id: 'health/without-token', reason: afterRefusal, connection: 'auth/none' }),
      // This request uses a connection that carried the token.
      ...onFirst(combined),
      createLimitedProbe(contract, facts, {
        id: 'auth/none-limit',
        reason,
        maxResults: 1,
        credential,
        parallel: 'with and without token',
        connection: 'auth/none-limit',
      }),
      createProbe(facts, {
        id: 'parallel/with-stranger',
        reason: 'whether the server mixes up concurrent requests with and without a token',
        parallel: 'with and without token',
        connection: 'parallel/with-stranger',
      }),
      createProbe(facts, {
        id: 'auth/replay-1',
        reason: 'whether a cache replays a response with plants',
        credential,
        connection: 'auth/replay-1',
      }),
      createProbe(facts, {
        id: 'auth/none-bad-limit',
        reason: 'whether the token is required even for an invalid request',
        credential,
        query: `${contract.limit.name}=abc`,
        limit: 'outside',
        // If the server ignores `close` in a refused request, the next request uses the same connection.
        fields: [['Connection', 'close']],
      }),
      ...createPathProbes(contract, facts),
      ...others,
      ...(etag === undefined
        ? []
        : [
            createProbe(facts, {
              id: 'auth/none-tag',
              reason: 'whether the token is required even if the client already has the list',
              credential,
              fields: [['If-None-Match', etag]],
            }),
          ]),
      ...listCookies(facts).map((cookie) =>
        createProbe(facts, {
          id: 'auth/cookie',
          reason: 'whether a cookie works without a token',
          credential,
          fields: [cookie],
          connection: 'cookie',
        }),
      ),
    ]
  },
})

/** Sends a limit that no earlier request without a token had. The server must serve this request unless it has blocked the client. */
export const createAfterRefusalsStage = (contract: Contract): Stage => ({
  id: 'after-refusals',
  probes: (facts) => [
    createLimitedProbe(contract, facts, {
      id: 'health/without-tokens',
      reason: 'whether a cache replays a refusal to a request with the token',
      maxResults: 3,
    }),
  ],
})

/** Creates requests for spellings of the path that a gateway and a server may interpret differently. */
function createPathProbes({ operation }: Contract, facts: PlanFacts): Probe[] {
  const path = lastSegment(operation)
  const spellings = [
    { id: 'auth/path-trailing-slash', path: `${path}/` },
    { id: 'auth/path-double-slash', path: `/${path}` },
    { id: 'auth/path-upper-case', path: path.toUpperCase() },
    { id: 'auth/path-parameter', path: `${path};a` },
    { id: 'auth/path-encoded', path: encodeLetter(path) },
  ] as const
  return spellings.map((spelling) =>
    createProbe(facts, {
      reason: 'whether another spelling of the path works without a token',
      credential: facts.credentials.none,
      documented: false,
      ...spelling,
    }),
  )
}

/** Further differences of the combined requests, apart from `fields`. Each is in one request, because a server may refuse the request. */
const listDifferences = (fields: readonly Field[] = []): readonly Partial<Probe>[] => [
  {},
  { fields: [['Content-Length', '2'], ...fields], content: '{}' },
  { fields: [...fields, ['Connection', 'close']] },
  { httpVersion: '1.0' },
  { form: 'absolute' },
]

/**
 * Creates requests without a token that together have nearly every header and every spelling of the URL in the rows, to test whether one of
 * them can replace the token.
 */
function createCombinedProbes(contract: Contract, facts: PlanFacts): Probe[] {
  return Array.from({ length: COMBINED }, (_, index) => {
    const conditions = Object.fromEntries(
      headerDimensions.map(({ id, values }, place) => {
        // A client that accepts only HTML may get a page even without a token.
        const unusual = values.slice(1).filter((value) => value.id !== 'html')
        const isSent = unusual.length > 1 || ((SENDERS[place] ?? 0) >> index) % 2 === 1
        return [id, (isSent ? unusual[index % unusual.length]?.id : undefined) ?? '']
      }),
    )
    // Each request has its own limit, so that no cache has a stored response to the request.
    const maxResults = String(fitLimit(contract, FRESH + index))
    const id = `auth/none-with-${index + 1}`
    const reason = 'whether a header or another form of the request can replace the token'
    const turns = Object.fromEntries(headerDimensions.map((each) => [each.id, index]))
    const context = { contract, facts, turns }
    const row = createRow(context, { id, reason, conditions, connection: id })
    const { conditions: _none, turns: _turns, ...probe } = row
    const limited = { ...probe, ...limitTo(contract, maxResults), credential: facts.credentials.none }
    const { values } = spelling
    const spelled = values[index % values.length]?.change?.(limited, { ...context, turn: 0 })
    return { ...limited, ...spelled, ...listDifferences(probe.fields)[index] }
  })
}
