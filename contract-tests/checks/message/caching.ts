import type { Exchange } from '../../../src/harness/exchange.ts'
import type { CheckDefinition } from '../define.ts'
import { fieldOf, inStandard, isAnswered, isPlantsAnswer } from '../define.ts'

/** What caches go by: for whom an answer is good, and for which requests. */
export const caching: readonly CheckDefinition[] = [
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
    requires: 'a 200',
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
  varies('cache-vary-origin', 'A cacheable answer that depends on Origin says so', 'origin', (exchange) => {
    const [origin] = fieldOf(exchange, 'access-control-allow-origin')
    return exchange.probe.id === 'origin/foreign' && origin === exchange.probe.fields?.[0]?.[1]
  }),
]

function varies(
  id: string,
  title: string,
  field: string,
  depends: (exchange: Exchange) => boolean,
): CheckDefinition {
  return {
    id,
    title,
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 12.5.5', 'Vary lists the fields that chose the answer'),
    rows: ['CA05'],
    sent: 'requests that differ in this field',
    expected: `Vary with ${field}, or *`,
    requires: 'a cacheable answer that depends on this field',
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
