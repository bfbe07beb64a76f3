import type { Check } from '../../src/harness/check.ts'
import type { Exchange } from '../../src/harness/exchange.ts'
import {
  answered,
  fieldOf,
  inStandard,
  isAnswered,
  isDocumentedAnswer,
  isPlantsAnswer,
  statusBreach,
} from './define.ts'
import { plainLists } from './plainLists.ts'

/** What caches go by: how long an answer is good, for whom, and for which requests. */
export const caching: readonly Check[] = [
  {
    id: 'cache-private',
    title: 'An authorised answer is not offered to shared caches',
    level: 'SHOULD',
    clause: inStandard(
      'RFC 9111 section 3.5',
      'With public, s-maxage or must-revalidate a shared cache may keep the answer to an authorised request',
    ),
    rows: ['CA04', 'C55'],
    sent: 'every request with the token',
    expected: 'none of these directives without private or no-store',
    needs: 'a 200',
    applies: (exchange) => isPlantsAnswer(exchange) && isAnswered(exchange),
    judge: (exchange) => {
      const directives = directivesOf(exchange)
      if (directives.has('private') || directives.has('no-store')) return []
      const checkedAnew = directives.has('no-cache') || directives.get('max-age') === '0'
      const offers = [
        ...(directives.has('public') ? ['public'] : []),
        ...(Number(directives.get('s-maxage') ?? 0) > 0 ? ['s-maxage'] : []),
        ...(directives.has('must-revalidate') && !checkedAnew ? ['must-revalidate'] : []),
      ]
      if (offers.length === 0) return []
      const actual = fieldOf(exchange, 'cache-control').join(', ')
      return [
        {
          message: `${offers.join(' and ')} lets a shared cache keep one user's plants and serve them to others`,
          pointer: 'Cache-Control',
          expected: 'private or no-store',
          actual,
        },
      ]
    },
  },
  varies(
    'cache-vary-coding',
    'A cacheable answer that depends on Accept-Encoding says so',
    'accept-encoding',
    (exchange) => fieldOf(exchange, 'content-encoding').length > 0,
  ),
  varies(
    'cache-vary-origin',
    'A cacheable answer that depends on Origin says so',
    'origin',
    (exchange) => {
      const [origin] = fieldOf(exchange, 'access-control-allow-origin')
      return exchange.probe.id === 'origin/foreign' && origin === exchange.probe.fields?.[0]?.[1]
    },
  ),
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
    needs: 'an answer to the conditional request',
    applies: (exchange) => exchange.probe.id === 'condition/foreign-tag' && isAnswered(exchange),
    judge: answered((exchange) =>
      exchange.response.status === 304
        ? [statusBreach(exchange, '200 with the list', '304 tells a client to use a copy that it never had')]
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
    needs: 'an answer with an ETag',
    applies: (exchange) => exchange.probe.id === 'condition/own-tag' && isAnswered(exchange),
    judge: answered((exchange) =>
      exchange.response.status === 412 || exchange.response.status === 500
        ? [statusBreach(exchange, '304 or 200', "the server's own tag is answered with an error")]
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
    needs: 'a 304',
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
    needs: 'an answer with a strong ETag',
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

function varies(id: string, title: string, field: string, depends: (exchange: Exchange) => boolean): Check {
  return {
    id,
    title,
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 12.5.5', 'Vary lists the fields that chose the answer'),
    rows: ['CA05'],
    sent: 'requests that differ in this field',
    expected: `Vary with ${field}, or *`,
    needs: 'a cacheable answer that depends on this field',
    applies: (exchange) => isPlantsAnswer(exchange) && isCacheable(exchange) && depends(exchange),
    judge: (exchange) => {
      const vary = fieldOf(exchange, 'vary').flatMap((value) => value.toLowerCase().split(/\s*,\s*/))
      if (vary.includes(field) || vary.includes('*')) return []
      return [
        {
          message: `the answer depends on ${field}, but Vary does not say so`,
          pointer: 'Vary',
          expected: field,
          actual: vary.join(', ') || 'no such field',
        },
      ]
    },
  }
}

/** Whether the answer itself says for how long it is good. Without that, the usual answer to a token is not kept. */
function isCacheable(exchange: Exchange): boolean {
  const directives = directivesOf(exchange)
  if (directives.has('no-store') || directives.has('no-cache')) return false
  return Number(directives.get('max-age') ?? 0) > 0 || Number(directives.get('s-maxage') ?? 0) > 0
}

function directivesOf(exchange: Exchange): ReadonlyMap<string, string> {
  const directives = fieldOf(exchange, 'cache-control').flatMap((value) => value.split(','))
  return new Map(
    directives.map((directive) => {
      const [name = '', value = ''] = directive.split('=')
      return [name.trim().toLowerCase(), value.trim().replaceAll('"', '')]
    }),
  )
}

function strongTag(exchange: Exchange): string | undefined {
  const [tag] = fieldOf(exchange, 'etag')
  return tag?.startsWith('"') ? tag : undefined
}
