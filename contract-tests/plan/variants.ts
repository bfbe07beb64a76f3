import type { Contract } from '../../src/contract/contract.ts'
import type { Stage } from '../../src/harness/stage.ts'
import { allButOne, createLimitedProbe, createProbe, lastSegment } from './createProbe.ts'

const ORIGIN = 'https://plant-store-kit.example'
/** A tag that no server has sent, with the quotation marks that RFC 9110 section 8.8.3 requires. */
const FOREIGN_TAG = '"plant-store-kit-foreign-tag"'

/** Requests that differ from the documented one: other methods, conditions, ranges and origins. All are safe to send. */
export const createVariantStage = (contract: Contract): Stage => ({
  id: 'variants',
  probes: (facts) => {
    const undocumented = { documented: false }
    const { none } = facts.credentials
    return [
      createProbe(facts, {
        id: 'head',
        reason: 'whether HEAD is like GET without a body',
        ...undocumented,
        method: 'HEAD',
        connection: 'head',
      }),
      createLimitedProbe(contract, facts, {
        id: 'head/after',
        reason: 'whether HEAD leaves bytes behind on its connection',
        most: allButOne(facts),
        connection: 'head',
      }),
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
      createProbe(facts, {
        id: 'condition/foreign-tag',
        reason: 'whether a tag that the server never sent matches',
        ...undocumented,
        fields: [['If-None-Match', FOREIGN_TAG]],
      }),
      ...(facts.etag === undefined
        ? []
        : [
            createProbe(facts, {
              id: 'condition/own-tag',
              reason: "whether the server's own tag is understood",
              ...undocumented,
              fields: [['If-None-Match', facts.etag]],
            }),
          ]),
      createProbe(facts, {
        id: 'range/bytes',
        reason: 'whether a range is honoured or ignored',
        ...undocumented,
        fields: [['Range', 'bytes=0-9']],
      }),
      createProbe(facts, {
        id: 'range/unknown-unit',
        reason: 'whether an unknown range unit is ignored',
        ...undocumented,
        fields: [['Range', 'plants=0-0']],
      }),
      // A server may refuse origins that it does not know.
      createProbe(facts, {
        id: 'origin/foreign',
        reason: 'what a page on another origin may read',
        benign: false,
        fields: [['Origin', ORIGIN]],
      }),
      createProbe(facts, {
        id: 'origin/null',
        reason: 'what a page without an origin may read',
        benign: false,
        fields: [['Origin', 'null']],
      }),
      createProbe(facts, {
        id: 'origin/none',
        reason: 'whether a browser can read a refusal',
        ...undocumented,
        credential: none,
        fields: [['Origin', ORIGIN]],
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
      createProbe(facts, {
        id: 'version/1.0',
        reason: 'whether an HTTP/1.0 client can read the response',
        ...undocumented,
        httpVersion: '1.0',
        connection: 'version/1.0',
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
