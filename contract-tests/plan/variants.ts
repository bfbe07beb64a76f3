import type { Contract } from '../../src/contract/contract.ts'
import type { Stage } from '../../src/harness/stage.ts'
import { createProbe, lastSegment } from './createProbe.ts'

const ORIGIN = 'https://plant-store-kit.example'

/** Requests that differ from the documented one: other methods, origins and spellings of the address. All are safe to send. */
export const createVariantStage = (contract: Contract): Stage => ({
  id: 'variants',
  probes: (facts) => {
    const undocumented = { documented: false }
    const { none } = facts.credentials
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
      createProbe(facts, {
        id: 'path/encoded',
        reason: 'whether a percent-encoded letter in the path is decoded',
        ...undocumented,
        path: encodeLetter(lastSegment(contract.operation)),
      }),
      // Not a row: no client encodes the name, so many gateways do not decode it.
      createProbe(facts, {
        id: 'limit-form/name',
        reason: 'whether a percent-encoded name is read',
        query: `${encodeLetters(contract.limit.name)}=1`,
        limit: 'positive',
        most: 1,
      }),
      createProbe(facts, {
        id: 'field/long',
        reason: 'whether the server survives a header of 20,000 bytes',
        benign: false,
        fields: [['X-Plant-Store-Kit', 'x'.repeat(20_000)]],
        connection: 'field/long',
      }),
    ]
  },
})

/** Percent-encodes the third letter of the last segment, or the last letter of a shorter one. */
function encodeLetter(path: string): string {
  const at = Math.min(path.lastIndexOf('/') + 3, path.length - 1)
  const escaped = `%${path.charCodeAt(at).toString(16)}`
  return path.slice(0, at) + escaped + path.slice(at + 1)
}

/** Percent-encodes every letter, which changes nothing (RFC 3986 section 2.3). */
function encodeLetters(text: string): string {
  return Array.from(text, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`).join('')
}
