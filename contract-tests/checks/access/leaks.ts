import type { Check } from '../../../src/judge/check.ts'
import { type AnsweredExchange, type Exchange, isAnswered } from '../../../src/judge/exchange.ts'
import { headerValues, isProbe } from '../exchanges.ts'
import { readBodyText } from '../readBodyText.ts'
import { violation, whenAnswered } from '../whenAnswered.ts'
import { hasNosniff } from './exposure.ts'
import { findInternals } from './findInternals.ts'

/** Random tokens are longer. A shorter word may be in a response for other reasons. */
const SHORTEST_TOKEN = 8

/** What responses repeat or reveal by mistake. */
export const leakChecks: readonly Check[] = [
  {
    id: 'error-hides-internals',
    title: 'Shows no internals in errors',
    level: 'SHOULD',
    requirement: {
      standard: 'OWASP API8:2023',
      text: 'Error messages contain no stack traces or other internals',
    },
    sent: 'every request that gets a 4xx or 5xx',
    fix: 'Write a fixed text into errors, and put stack traces, paths and queries into the log only.',
    requires: 'an error response',
    applies: (exchange) => (exchange.response?.status ?? 0) >= 400,
    judge: whenAnswered((exchange, facts) => {
      const internals = findOnce(exchange, readBodyText(exchange, facts))
      if (!internals) return []
      return violation({
        message: `the ${exchange.response.status} shows ${internals.what}`,
        pointer: 'body',
        expected: 'a message for the client',
        actual: internals.excerpt,
      })
    }),
  },
  {
    id: 'token-not-echoed',
    title: 'Never sends a token back',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 6750 section 5.2',
      text: 'Responses contain no tokens, because logs and caches store them',
    },
    sent: 'every request with a token, random ones included',
    fix: "Do not write the token or the request's headers into a response.",
    requires: 'a response to a request with a token',
    applies: (exchange) =>
      exchange.probe.method !== 'TRACE' &&
      isAnswered(exchange) &&
      listRecognisableTokens(exchange).length > 0,
    judge: whenAnswered((exchange, facts) => {
      const pointer = listRecognisableTokens(exchange)
        .map((token) => findPlace(token, exchange, readBodyText(exchange, facts)))
        .find((place) => place !== undefined)
      if (pointer === undefined) return []
      const place = pointer === 'body' ? 'the body' : `the header ${pointer}`
      const message = `${exchange.probe.credential.label} is sent back in ${place}`
      return [{ message, pointer, expected: 'no token', actual: 'the token that was sent' }]
    }),
  },
  {
    id: 'input-not-reflected',
    title: 'Does not send markup in a parameter back as markup',
    level: 'SHOULD',
    requirement: {
      standard: 'OWASP API8:2023',
      text: 'Data from a request is not returned in a media type that browsers execute',
    },
    sent: 'a limit of <svg/onload=1>',
    fix: 'Do not repeat the value of a parameter in a response that is not JSON, or escape it.',
    requires: 'a response to a limit with markup',
    applies: (exchange) => exchange.probe.query?.includes('=%3Csvg') === true && isAnswered(exchange),
    judge: whenAnswered((exchange, facts) => {
      const [type] = headerValues(exchange, 'content-type')
      const isSniffed = type === undefined && !hasNosniff(exchange)
      const isExecuted = isSniffed || /html|\bxml\b|\+xml|svg/i.test(type ?? '')
      if (!isExecuted || !readBodyText(exchange, facts).includes('<svg/onload=1')) return []
      return violation({
        message: 'the response repeats the markup of the request in a type that browsers execute',
        pointer: 'body',
        expected: 'the characters escaped, or application/json',
        actual: type ?? 'no Content-Type',
      })
    }),
  },
]

const found = new WeakMap<Buffer, ReturnType<typeof findInternals> | null>()

/** Finds internals in a body. Responses with the same body share it, and a long one takes some time. */
function findOnce({ response: { body } }: AnsweredExchange, text: string): ReturnType<typeof findInternals> {
  const earlier = found.get(body)
  if (earlier !== undefined) return earlier ?? undefined
  const internals = findInternals(text)
  found.set(body, internals ?? null)
  return internals
}

/** The tokens of a request that can be recognised in a response. */
function listRecognisableTokens(exchange: Exchange): string[] {
  const { credential } = exchange.probe
  const isRandom = isProbe(exchange, 'auth/garbage', 'auth/garbage-again', 'auth/two-fields')
  if (credential.kind === 'bad' && !isRandom) return []
  return credential.fields
    .map(({ value }) => value.replace(/^\w+ +/, ''))
    .filter((token) => token.length >= SHORTEST_TOKEN)
}

function findPlace(token: string, { response }: AnsweredExchange, text: string): string | undefined {
  const header = response.fields.find(
    ([, value]) => value.includes(token) || value.includes(encodeURIComponent(token)),
  )
  return header?.[0] ?? (text.includes(token) ? 'body' : undefined)
}
