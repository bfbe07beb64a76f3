import type { Stage } from '../../src/harness/stage.ts'
import { allButOne, limited, probe } from './probe.ts'

const ORIGIN = 'https://plant-store-kit.example'
/** A tag that no server gave: quoted, as RFC 9110 section 8.8.3 wants it. */
const FOREIGN_TAG = '"plant-store-kit-foreign-tag"'

/** Writes the third letter of the last segment as its escape, or the only one. */
function encodedPath(path: string): string {
  const at = Math.min(path.lastIndexOf('/') + 3, path.length - 1)
  const escaped = `%${path.charCodeAt(at).toString(16)}`
  return path.slice(0, at) + escaped + path.slice(at + 1)
}

/** Requests beside the documented one: other methods, conditions, ranges and origins. All of them are safe to send. */
export const variants: Stage = {
  id: 'variants',
  probes: (facts) => {
    const variant = { documented: false }
    const { none } = facts.credentials
    return [
      probe(facts, 'head', 'whether HEAD is like GET without a body', {
        ...variant,
        method: 'HEAD',
        connection: 'head',
      }),
      limited(facts, allButOne(facts), {
        id: 'head/after',
        reason: 'whether HEAD leaves something behind on its connection',
        connection: 'head',
      }),
      probe(facts, 'head/none', 'whether HEAD needs the token too', {
        ...variant,
        method: 'HEAD',
        credential: none,
      }),
      probe(facts, 'method/unknown', 'what an unknown method does', { ...variant, method: 'FOO' }),
      probe(facts, 'method/unknown-none', 'whether an unknown method needs the token', {
        ...variant,
        method: 'FOO',
        credential: none,
      }),
      probe(facts, 'condition/foreign-tag', 'whether a tag that was never given matches', {
        ...variant,
        fields: [['If-None-Match', FOREIGN_TAG]],
      }),
      ...(facts.etag === undefined
        ? []
        : [
            probe(facts, 'condition/own-tag', 'whether the own tag is understood', {
              ...variant,
              fields: [['If-None-Match', facts.etag]],
            }),
          ]),
      probe(facts, 'range/bytes', 'whether a range is honoured or ignored', {
        ...variant,
        fields: [['Range', 'bytes=0-9']],
      }),
      probe(facts, 'range/unknown-unit', 'whether an unknown range unit is ignored', {
        ...variant,
        fields: [['Range', 'plants=0-0']],
      }),
      // A server may refuse origins that it does not know.
      probe(facts, 'origin/foreign', 'what a browser on another origin is allowed', {
        benign: false,
        fields: [['Origin', ORIGIN]],
      }),
      probe(facts, 'origin/null', 'what a page without an origin is allowed', {
        benign: false,
        fields: [['Origin', 'null']],
      }),
      probe(facts, 'origin/none', 'whether a refusal can be read by a browser', {
        ...variant,
        credential: none,
        fields: [['Origin', ORIGIN]],
      }),
      probe(facts, 'origin/preflight', 'whether a browser may ask with a token', {
        ...variant,
        method: 'OPTIONS',
        credential: none,
        fields: [
          ['Origin', ORIGIN],
          ['Access-Control-Request-Method', 'GET'],
          ['Access-Control-Request-Headers', 'authorization'],
        ],
      }),
      probe(facts, 'path/encoded', 'whether an encoded letter of the path is that letter', {
        ...variant,
        path: encodedPath(facts.path),
      }),
      probe(facts, 'version/1.0', 'whether an HTTP/1.0 client can read the answer', {
        ...variant,
        httpVersion: '1.0',
        connection: 'version/1.0',
      }),
      probe(facts, 'field/long', 'whether a field of 20,000 bytes does harm', {
        benign: false,
        fields: [['X-Plant-Store-Kit', 'x'.repeat(20_000)]],
        connection: 'field/long',
      }),
    ]
  },
}
