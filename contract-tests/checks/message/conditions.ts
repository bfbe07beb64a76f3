import type { Exchange } from '../../../src/harness/exchange.ts'
import type { CheckDefinition } from '../define.ts'
import { answered, fieldOf, inStandard, isAnswered, isDocumentedAnswer, statusViolation } from '../define.ts'
import { plainLists } from '../plainLists.ts'

/** Entity tags, and requests that depend on them. */
export const conditions: readonly CheckDefinition[] = [
  {
    id: 'condition-foreign-tag-refused',
    title: 'A tag that was never given does not match',
    level: 'MUST',
    clause: inStandard(
      'RFC 9110 section 13.1.2',
      'If-None-Match is false only where a listed tag is the current one; else the answer is the usual one',
    ),
    rows: ['ME07', 'C50'],
    sent: 'If-None-Match with a tag that no server gave',
    expected: 'any answer but 304',
    requires: 'an answer to the conditional request',
    applies: (exchange) => exchange.probe.id === 'condition/foreign-tag' && isAnswered(exchange),
    judge: answered((exchange) =>
      exchange.response.status === 304
        ? [
            statusViolation(
              exchange,
              '200 with the list',
              '304 tells a client to use a copy that it never had',
            ),
          ]
        : [],
    ),
  },
  {
    id: 'condition-own-tag-understood',
    title: "A client may ask with the server's own tag",
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 13.1.2', 'A GET whose tag matches is answered with 304'),
    rows: ['ME08'],
    sent: 'If-None-Match with the ETag of the list',
    expected: '304, or 200 with the list',
    requires: 'an answer with an ETag',
    applies: (exchange) => exchange.probe.id === 'condition/own-tag' && isAnswered(exchange),
    judge: answered((exchange) =>
      exchange.response.status === 412 || exchange.response.status === 500
        ? [statusViolation(exchange, '304 or 200', "the server's own tag is answered with an error")]
        : [],
    ),
  },
  {
    id: 'not-modified-fields',
    title: 'A 304 has the fields that caches need',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 15.4.5', 'A 304 has the Cache-Control, ETag and Vary of the 200'),
    rows: ['ME09'],
    sent: 'If-None-Match with the ETag of the list',
    expected: 'the fields among Cache-Control, ETag and Vary that every 200 has',
    requires: 'a 304',
    applies: (exchange, facts) =>
      exchange.probe.id === 'condition/own-tag' &&
      exchange.response?.status === 304 &&
      plainLists(facts).length > 0,
    judge: (exchange, facts) => {
      const due = ['Cache-Control', 'ETag', 'Vary'].filter((name) =>
        plainLists(facts).every((list) => fieldOf(list, name.toLowerCase()).length > 0),
      )
      const missing = due.filter((name) => fieldOf(exchange, name.toLowerCase()).length === 0)
      return missing.map((name) => ({
        message: `the 304 lacks ${name}, which the 200 has`,
        pointer: name,
        expected: `${name} as in the 200`,
        actual: 'no such field',
      }))
    },
  },
  {
    id: 'etag-strong-unique',
    title: 'Different bytes have different strong tags',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 8.8.1', 'A strong validator changes whenever the bytes do'),
    rows: ['ME10'],
    sent: 'the plain request by two users, in two codings, and at different times',
    expected: 'another ETag for another body at the same address',
    requires: 'an answer with a strong ETag',
    applies: (exchange) =>
      isDocumentedAnswer(exchange) && strongTag(exchange) !== undefined && exchange.response?.cut === false,
    judge: answered((exchange, facts) => {
      const tag = strongTag(exchange)
      const other = facts.exchanges.find(
        (each) =>
          isDocumentedAnswer(each) &&
          each.url === exchange.url &&
          strongTag(each) === tag &&
          each.response?.cut === false &&
          !each.response.body.equals(exchange.response.body),
      )
      if (!other) return []
      return [
        {
          message: `the tag ${tag} stands for different bodies: a cache mixes them up`,
          pointer: 'ETag',
          expected: 'one tag for one body',
          actual: `${tag} for ${exchange.response.body.length} and ${other.response?.body.length} bytes`,
        },
      ]
    }),
  },
]

function strongTag(exchange: Exchange): string | undefined {
  const [tag] = fieldOf(exchange, 'etag')
  return tag?.startsWith('"') ? tag : undefined
}
