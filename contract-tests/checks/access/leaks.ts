import type { AnsweredExchange, Exchange } from '../../../src/harness/exchange.ts'
import { bodyText } from '../bodyText.ts'
import type { CheckDefinition } from '../define.ts'
import { answered, fieldOf, inStandard, isAnswered, isPlantsAnswer } from '../define.ts'
import { internalsIn } from './internals.ts'
import { isPublic } from './isPublic.ts'

/** A random token is long; a word as short as this may stand in an answer for other reasons. */
const SHORTEST_TOKEN = 8
const SECRET_NAME =
  /"(pass(?:word|wd|phrase)|pwd|secret|api_?key|private_?key|(?:access|refresh|session)_?token|e-?mail|owner(?:_?id)?|ssn|iban)"\s*:/i

/** What answers give away that nobody asked for. */
export const leaks: readonly CheckDefinition[] = [
  {
    id: 'error-hides-internals',
    title: 'No error shows the inside of the server',
    level: 'SHOULD',
    clause: inStandard('OWASP API8:2023', 'Error messages leave out stack traces and other internals'),
    rows: ['SE03', 'C57'],
    sent: 'every request that is answered with 4xx or 5xx',
    expected: 'no stack trace, no text of a database, no path of a source file',
    requires: 'an error',
    applies: (exchange) => (exchange.response?.status ?? 0) >= 400,
    judge: answered((exchange, facts) => {
      const found = internalsIn(bodyText(exchange, facts))
      if (!found) return []
      return [
        {
          message: `the ${exchange.response.status} shows ${found.what}`,
          pointer: 'body',
          expected: 'a message for the client',
          actual: found.excerpt,
        },
      ]
    }),
  },
  {
    id: 'token-not-echoed',
    title: 'A token is never sent back',
    level: 'SHOULD',
    clause: inStandard('RFC 6750 section 5.2', 'Tokens are kept out of answers: they reach logs and caches'),
    rows: ['SE04', 'C59'],
    sent: 'every request with a token, random ones included',
    expected: 'an answer without it, in the header section and in the body',
    requires: 'an answer to a request with a token',
    applies: (exchange) =>
      exchange.probe.method !== 'TRACE' && isAnswered(exchange) && secretsOf(exchange).length > 0,
    judge: answered((exchange, facts) => {
      const place = secretsOf(exchange)
        .map((secret) => placeOf(secret, exchange, bodyText(exchange, facts)))
        .find((found) => found !== undefined)
      if (place === undefined) return []
      const message = `${exchange.probe.credential.label} comes back in ${place}`
      return [{ message, pointer: place, expected: 'no token', actual: 'the token that was sent' }]
    }),
  },
  {
    id: 'input-not-reflected',
    title: 'Markup in a parameter is not sent back as markup',
    level: 'SHOULD',
    clause: inStandard('OWASP API8:2023', 'What came in does not go out in a type that browsers run'),
    rows: ['SE02', 'ER13'],
    sent: 'a limit of <svg/onload=1>',
    expected: 'an answer without it, or in a media type that browsers do not run',
    requires: 'an answer to such a limit',
    applies: (exchange) => exchange.probe.id === 'bad-limit/markup' && isAnswered(exchange),
    judge: answered((exchange, facts) => {
      const [type] = fieldOf(exchange, 'content-type')
      const sniffed = type === undefined && !hasNosniff(exchange)
      const runs = sniffed || /html|\bxml\b|\+xml|svg/i.test(type ?? '')
      if (!runs || !bodyText(exchange, facts).includes('<svg/onload=1')) return []
      return [
        {
          message: 'the answer repeats the markup of the request, where a browser runs it',
          pointer: 'body',
          expected: 'the characters escaped, or application/json',
          actual: type ?? 'no Content-Type',
        },
      ]
    }),
  },
  {
    id: 'tls-used',
    title: 'Tokens travel over TLS',
    level: 'SHOULD',
    clause: inStandard('RFC 6750 section 5.3', 'Bearer tokens are sent over TLS only'),
    rows: ['SE12', 'C74'],
    sent: 'every request',
    expected: 'an https address, where the host is a public one',
    requires: 'a target on a public host',
    applies: (exchange) => isPlantsAnswer(exchange) && isPublic(new URL(exchange.url).hostname),
    judge: ({ url }) =>
      url.startsWith('https:')
        ? []
        : [
            {
              message: 'the operation is served over plain http: whoever listens has the token',
              pointer: 'url',
              expected: 'https',
              actual: url,
            },
          ],
  },
  {
    id: 'version-not-told',
    title: 'Which software answers is not told in detail',
    level: 'INFO',
    clause: inStandard('RFC 9110 section 10.2.4', 'Server should not hold needlessly fine-grained detail'),
    rows: ['SE06', 'C58'],
    sent: 'every request that is answered with 200',
    expected: 'no version in Server and X-Powered-By',
    requires: 'a 200',
    applies: (exchange) => isPlantsAnswer(exchange),
    judge: (exchange) =>
      ['Server', 'X-Powered-By', 'X-AspNet-Version'].flatMap((name) =>
        fieldOf(exchange, name.toLowerCase())
          .filter((value) => /\d\.\d/.test(value))
          .map((actual) => ({
            message: `${name} tells a version`,
            pointer: name,
            expected: 'no version',
            actual,
          })),
      ),
  },
  {
    id: 'nosniff-set',
    title: 'Browsers are told to believe the media type',
    level: 'INFO',
    clause: inStandard('Fetch, X-Content-Type-Options', 'nosniff keeps browsers from guessing a type'),
    rows: ['SE11', 'C62'],
    sent: 'every request that is answered with 200',
    expected: 'X-Content-Type-Options: nosniff',
    requires: 'a 200',
    applies: (exchange) => isPlantsAnswer(exchange),
    judge: (exchange) =>
      hasNosniff(exchange)
        ? []
        : [
            {
              message: 'X-Content-Type-Options is not nosniff',
              pointer: 'X-Content-Type-Options',
              expected: 'nosniff',
              actual: fieldOf(exchange, 'x-content-type-options').join(', ') || 'no such field',
            },
          ],
  },
  {
    id: 'plants-without-secrets',
    title: 'No member of a plant looks like a secret',
    level: 'INFO',
    clause: inStandard('OWASP API3:2023', 'An API returns the members that its clients need'),
    rows: ['SE14'],
    sent: 'every request that is answered with 200',
    expected: 'no members such as password, email and owner',
    requires: 'a 200',
    applies: (exchange) => isPlantsAnswer(exchange) && isAnswered(exchange),
    judge: answered((exchange, facts) => {
      const [, name] = SECRET_NAME.exec(bodyText(exchange, facts)) ?? []
      if (name === undefined) return []
      return [
        {
          message: `plants have a member "${name}": is it meant for every client?`,
          pointer: `/*/${name}`,
          expected: 'members that clients need',
          actual: name,
        },
      ]
    }),
  },
]

function hasNosniff(exchange: Exchange): boolean {
  return fieldOf(exchange, 'x-content-type-options').some((value) => value.toLowerCase() === 'nosniff')
}

/** The tokens of a request that would be recognised if they came back. */
function secretsOf({ probe }: Exchange): string[] {
  const random = ['auth/garbage', 'auth/garbage-again', 'auth/two-fields'].includes(probe.id)
  if (probe.credential.kind === 'bad' && !random) return []
  return probe.credential.fields
    .map(({ value }) => value.replace(/^\w+ +/, ''))
    .filter((token) => token.length >= SHORTEST_TOKEN)
}

function placeOf(secret: string, { response }: AnsweredExchange, text: string): string | undefined {
  const field = response.fields.find(
    ([, value]) => value.includes(secret) || value.includes(encodeURIComponent(secret)),
  )
  return field?.[0] ?? (text.includes(secret) ? 'body' : undefined)
}
