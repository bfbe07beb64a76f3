import type { Contract } from '../../src/contract/contract.ts'
import type { Stage } from '../../src/judge/suite.ts'
import { createProbe } from './createProbe.ts'
import { fitLimit, limitTo } from './design/queryDimensions.ts'

const ORIGIN = 'https://plant-store-kit.example'

/** Requests that differ from the documented one: other methods, origins and spellings of the address. All are safe to send. */
export const createVariantStage = (contract: Contract): Stage => ({
  id: 'variants',
  probes: (facts) => {
    const undocumented = { documented: false }
    const { none } = facts.credentials
    const one = limitTo(contract, String(fitLimit(contract, 1)))
    return [
      createProbe(facts, {
        id: 'head/none',
        reason: 'whether HEAD requires the token',
        ...undocumented,
        method: 'HEAD',
        credential: none,
      }),
      createProbe(facts, {
        id: 'method/unknown',
        reason: 'how the server responds to an unknown method',
        ...undocumented,
        method: 'FOO',
      }),
      createProbe(facts, {
        id: 'method/unknown-none',
        reason: 'whether an unknown method requires the token',
        ...undocumented,
        method: 'FOO',
        credential: none,
      }),
      // Registered and safe. Node.js refuses unknown methods before its application sees them, but passes these on.
      createProbe(facts, {
        id: 'method/report',
        reason: 'how the server responds to a method of another protocol',
        ...undocumented,
        method: 'REPORT',
      }),
      createProbe(facts, {
        id: 'method/propfind-none',
        reason: 'whether a method of another protocol requires the token',
        ...undocumented,
        method: 'PROPFIND',
        credential: none,
      }),
      createProbe(facts, {
        id: 'method/options-none',
        reason: 'whether OPTIONS reveals plants without a token',
        ...undocumented,
        method: 'OPTIONS',
        credential: none,
      }),
      // Not a row: a cache may take this header for an outage of the server behind it.
      createProbe(facts, {
        id: 'range/unknown-unit',
        reason: 'whether an unknown range unit is ignored',
        ...undocumented,
        fields: [['Range', 'plants=0-0']],
      }),
      createProbe(facts, {
        id: 'origin/preflight',
        reason: 'whether a browser may send the token',
        ...undocumented,
        method: 'OPTIONS',
        credential: none,
        fields: [
          ['Origin', ORIGIN],
          ['Access-Control-Request-Method', 'GET'],
          ['Access-Control-Request-Headers', 'authorization'],
        ],
      }),
      // Not a row: no client encodes the name, so many gateways do not decode it.
      createProbe(facts, {
        id: 'limit-form/name',
        reason: 'whether a percent-encoded name is read',
        ...one,
        query: one.query.replace(/[^=]+/, encodeLetters),
      }),
      // Alone, because a server that dies of it may not come back.
      createProbe(facts, {
        id: 'limit/0',
        reason: 'what a limit of zero does',
        ...limitTo(contract, '0'),
        conditions: { limit: 'open' },
      }),
    ]
  },
})

/** Percent-encodes every letter, which changes nothing (RFC 3986 section 2.3). */
function encodeLetters(text: string): string {
  return Array.from(text, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`).join('')
}
