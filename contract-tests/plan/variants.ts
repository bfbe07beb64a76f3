import type { Contract } from '../../src/contract/contract.ts'
import type { Probe } from '../../src/judge/exchange.ts'
import type { PlanFacts, Stage } from '../../src/judge/suite.ts'
import { createLimitedProbe, createProbe, lastSegment, type ProbeDefinition } from './createProbe.ts'
import { fitLimit, limitTo } from './design/queryDimensions.ts'

const ORIGIN = 'https://plant-store-kit.example'
const INT32_MAX = 2 ** 31 - 1

/** Sends requests that differ from the documented request, for example in the method, the origin or the spelling of the URL. */
export const createVariantStage = (contract: Contract): Stage => ({
  id: 'variants',
  probes: (facts) => {
    const undocumented = (definition: ProbeDefinition): Probe =>
      createProbe(facts, { documented: false, ...definition })
    const { none } = facts.credentials
    const one = limitTo(contract, String(fitLimit(contract, 1)))
    const pipelined = { parallel: 'pipeline', connection: 'pipeline' }
    return [
      undocumented({
        id: 'head/none',
        reason: 'whether HEAD requires the token',
        method: 'HEAD',
        credential: none,
      }),
      undocumented({
        id: 'method/unknown',
        reason: 'how the server responds to an unknown method',
        method: 'FOO',
      }),
      // A server usually needs more time for the first of these pipelined responses, because it refuses the second request at once.
      undocumented({
        id: 'target/absolute',
        reason: 'whether the server accepts the whole URL in the request line',
        form: 'absolute',
        ...pipelined,
      }),
      undocumented({
        id: 'pipeline/limit',
        reason: 'whether pipelined requests are answered in their order',
        ...limitTo(contract, 'abc'),
        ...pipelined,
      }),
      // PROPFIND and REPORT are registered and safe. Node.js passes registered methods to the application, but refuses unknown methods.
      undocumented({
        id: 'method/propfind-none',
        reason: 'whether a method of another protocol requires the token',
        method: 'PROPFIND',
        credential: none,
      }),
      undocumented({
        id: 'method/options-none',
        reason: 'whether OPTIONS reveals plants without a token',
        method: 'OPTIONS',
        credential: none,
      }),
      undocumented({
        id: 'origin/preflight',
        reason: 'whether a browser may send the token',
        method: 'OPTIONS',
        credential: none,
        fields: [
          ['Origin', ORIGIN],
          ['Access-Control-Request-Method', 'GET'],
          ['Access-Control-Request-Headers', 'authorization'],
        ],
      }),
      // The rows do not encode the parameter's name, because hardly any client encodes names, and many gateways do not decode names.
      createProbe(facts, {
        id: 'limit-form/name',
        reason: 'whether a percent-encoded parameter name is recognised',
        ...one,
        query: one.query.replace(/[^=]+/, encodeLetters),
      }),
      // If the server does not read the content, the next request on the connection fails.
      undocumented({
        id: 'method/report',
        reason: 'how the server responds to a method of another protocol',
        method: 'REPORT',
        fields: [['Content-Length', '2']],
        content: '{}',
      }),
      // The plan sends these requests alone, because a server that crashes here may not start again.
      createLimitedProbe(contract, facts, {
        id: 'limit/max',
        reason: 'whether the server survives the largest limit',
        maxResults: INT32_MAX,
      }),
      undocumented({
        id: 'range/unknown-unit',
        reason: 'whether an unknown range unit is ignored',
        // If the server ignores `close`, the next request uses the same connection.
        fields: [
          ['Connection', 'TE, Close'],
          ['Range', 'plants=0-0'],
        ],
      }),
      createProbe(facts, {
        id: 'limit/0',
        reason: 'how the server responds to a limit of zero',
        ...limitTo(contract, '0'),
        conditions: { limit: 'open' },
      }),
    ]
  },
})

/** Percent-encodes every character of a name, which does not change its meaning (RFC 3986 section 2.3). */
const encodeLetters = (text: string): string =>
  Array.from(text, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`).join('')

/** Sends limits, a header and a path that a gateway may block, but that must not crash the server. The rows have other invalid limits. */
export const createBadLimitStage = (contract: Contract): Stage => ({
  id: 'bad-limits',
  probes: (facts) => {
    const { name } = contract.limit
    const bad = (id: string, query: string) =>
      createProbe(facts, {
        id,
        reason: `how the server responds to ?${query.slice(0, 40)}`,
        query,
        limit: 'outside',
        conditions: { limit: 'invalid' },
        benign: false,
      })
    return [
      bad('bad-limit/line-break', `${name}=1%0d%0aX-Kit:%201`),
      bad('bad-limit/eight-kilobytes', `${name}=${'9'.repeat(8000)}`),
      createProbe(facts, {
        id: 'path/encoded',
        reason: 'whether a percent-encoded letter in the path is decoded',
        documented: false,
        path: encodeLetter(lastSegment(contract.operation)),
      }),
      createProbe(facts, {
        id: 'field/long',
        reason: 'whether the server survives a header of 20,000 bytes',
        benign: false,
        fields: [['X-Plant-Store-Kit', 'x'.repeat(20_000)]],
        connection: 'field/long',
      }),
      createHealthProbe(facts, 'health/bad-limits'),
    ]
  },
})

/** Creates the plain request after bad requests, which shows whether the server still works. */
export function createHealthProbe(facts: PlanFacts, id: string): Probe {
  return createProbe(facts, {
    id,
    reason: 'whether the server is still healthy',
    connection: id.replace('/', ' '),
  })
}

/** Percent-encodes the third letter of the last segment, or the last letter of a shorter segment. */
export function encodeLetter(path: string): string {
  const at = Math.min(path.lastIndexOf('/') + 3, path.length - 1)
  const escaped = `%${path.charCodeAt(at).toString(16)}`
  return path.slice(0, at) + escaped + path.slice(at + 1)
}

/** Tests whether the operation responds at all. */
export const helloStage: Stage = {
  id: 'hello',
  always: true,
  probes: (facts) => [createProbe(facts, { id: 'list', reason: 'whether the operation responds' })],
}

/** Requests a limited list right after the whole list, and the whole list again, which reveals a cache that ignores the query. */
export const createListStage = (contract: Contract): Stage => ({
  id: 'list',
  always: true,
  probes: (facts) => [
    createLimitedProbe(contract, facts, {
      id: 'list/limit-after',
      reason: 'whether a limit works right after a request for the whole list',
      maxResults: 1,
    }),
    createProbe(facts, {
      id: 'list/content',
      reason: 'whether the server reads the content of a request',
      documented: false,
      benign: false,
      fields: [
        ['Content-Type', 'application/json'],
        ['Transfer-Encoding', 'chunked'],
      ],
      content: '2\r\n{}\r\n0\r\n\r\n',
      connection: 'list/content',
    }),
    createProbe(facts, {
      id: 'list/again',
      reason:
        'whether the server returns the whole list after a limited list, and after a request with content',
      connection: 'list/content',
    }),
    ...listBounds(contract.limit).map((bound) => {
      const id = `limit/${bound}`
      const reason = 'how the server responds to the largest allowed limit or the next limit'
      return bound > contract.limit.maximum
        ? createProbe(facts, {
            id,
            reason,
            ...limitTo(contract, `${bound}`),
            conditions: { limit: 'invalid' },
          })
        : createLimitedProbe(contract, facts, { id, reason, maxResults: bound })
    }),
  ],
})

/** Lists the largest allowed limit and the next limit, unless the contract allows every int32. Other requests have the smallest limit. */
const listBounds = ({ maximum }: Contract['limit']): number[] =>
  [maximum, maximum + 1].filter((bound) => bound < INT32_MAX)
