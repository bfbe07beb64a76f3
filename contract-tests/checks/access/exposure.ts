import type { Check } from '../../../src/judge/check.ts'
import { type Exchange, isPlantsAnswer } from '../../../src/judge/exchange.ts'
import { headerValues, readBodyText } from '../exchanges.ts'
import { headerViolation, violation, whenAnswered } from '../whenAnswered.ts'

const SECRET_NAME =
  /"(pass(?:word|wd|phrase)|pwd|secret|api_?key|private_?key|(?:access|refresh|session)_?token|e-?mail|owner(?:_?id)?|ssn|iban)"\s*:/i

/** What successful responses expose to eavesdroppers, browsers and clients. */
export const exposureChecks: readonly Check[] = [
  {
    id: 'tls-used',
    title: 'Uses TLS on a public host',
    level: 'SHOULD',
    requirement: { standard: 'RFC 6750 section 5.3', text: 'Bearer tokens are sent over TLS only' },
    sent: 'every request',
    fix: 'Offer the service over https only.',
    requires: 'a target on a public host',
    applies: (exchange) => isPlantsAnswer(exchange) && isPublicHost(new URL(exchange.url).hostname),
    judge: ({ url }) =>
      url.startsWith('https:')
        ? []
        : violation({
            message: 'the operation is served over plain http, so anyone on the network can read the token',
            pointer: 'url',
            expected: 'https',
            actual: url,
          }),
  },
  {
    id: 'version-not-told',
    title: 'Does not reveal the version of its software',
    level: 'INFO',
    requirement: {
      standard: 'RFC 9110 section 10.2.4',
      text: 'Server should not contain needlessly fine-grained detail',
    },
    sent: 'every request that gets a 200',
    fix: 'Remove the version from the Server and X-Powered-By headers.',
    requires: 'a 200',
    applies: isPlantsAnswer,
    judge: (exchange) =>
      ['Server', 'X-Powered-By', 'X-AspNet-Version'].flatMap((name) =>
        headerValues(exchange, name.toLowerCase())
          .filter((value) => /\d\.\d/.test(value))
          .map((actual) => ({
            message: `${name} contains a version`,
            pointer: name,
            expected: 'no version',
            actual,
          })),
      ),
  },
  {
    id: 'nosniff-set',
    title: 'Sends X-Content-Type-Options: nosniff',
    level: 'INFO',
    requirement: {
      standard: 'Fetch, X-Content-Type-Options',
      text: 'nosniff keeps browsers from guessing a media type',
    },
    sent: 'every request that gets a 200',
    fix: 'Send X-Content-Type-Options: nosniff with every response.',
    requires: 'a 200',
    applies: isPlantsAnswer,
    judge: (exchange) =>
      hasNosniff(exchange)
        ? []
        : headerViolation(
            exchange,
            'X-Content-Type-Options',
            'X-Content-Type-Options is not nosniff',
            'nosniff',
          ),
  },
  {
    id: 'plants-without-secrets',
    title: 'Plants have no members that look secret',
    level: 'INFO',
    requirement: {
      standard: 'OWASP API3:2023',
      text: 'An API returns only the members that its clients need',
    },
    sent: 'every request that gets a 200',
    fix: 'Write only the documented members of a plant into the response, not the whole database record.',
    requires: 'a 200',
    applies: isPlantsAnswer,
    judge: whenAnswered((exchange, facts) => {
      const [, name] = SECRET_NAME.exec(readBodyText(exchange, facts)) ?? []
      if (name === undefined) return []
      return violation({
        message: `plants have a member "${name}"; should every client see it?`,
        pointer: `/*/${name}`,
        expected: 'members that clients need',
        actual: name,
      })
    }),
  },
]

export function hasNosniff(exchange: Exchange): boolean {
  return headerValues(exchange, 'x-content-type-options').some((value) => value.toLowerCase() === 'nosniff')
}

const PRIVATE_ADDRESS =
  /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0$|\[(?:::1\]|::ffff:|f[cde]))/i
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|test|example|invalid|lan|home\.arpa)$/i

/** Whether a host looks reachable from the internet: `api`, `localhost` and `10.0.0.7` do not. */
export function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return !PRIVATE_ADDRESS.test(hostname)
  return hostname.includes('.') && !PRIVATE_ADDRESS.test(hostname) && !PRIVATE_NAME.test(hostname)
}
