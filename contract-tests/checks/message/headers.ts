import type { Exchange } from '../../../src/harness/exchange.ts'
import type { CheckDefinition } from '../define.ts'
import { fieldOf, inStandard, isAnswered, isDocumentedAnswer, isPlantsAnswer } from '../define.ts'

/** Other header fields of the answers. */
export const headers: readonly CheckDefinition[] = [
  {
    id: 'date-valid',
    title: 'An answer says when it was made',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 6.6.1', 'A server with a clock sends Date'),
    rows: ['HD12'],
    sent: 'every request',
    expected: 'one Date field with an HTTP date',
    requires: 'an answer',
    applies: (exchange) => isDocumentedAnswer(exchange) && isAnswered(exchange),
    judge: (exchange) => {
      const dates = fieldOf(exchange, 'date')
      const [date = ''] = dates
      const sound = dates.length === 1 && /^[A-Z][a-z]{2,8},? /.test(date) && !Number.isNaN(Date.parse(date))
      return sound
        ? []
        : [
            {
              message: dates.length === 0 ? 'there is no Date' : `Date reads ${dates.join(' and ')}`,
              pointer: 'Date',
              expected: 'one HTTP date',
              actual: dates.join(' and ') || 'no such field',
            },
          ]
    },
  },
  {
    id: 'retry-after-valid',
    title: 'Retry-After is a date or a number of seconds',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 10.2.3', 'Retry-After is an HTTP date or seconds'),
    rows: ['HD15'],
    sent: 'every request',
    expected: 'a value that clients understand, where there is one',
    requires: 'an answer with Retry-After',
    applies: (exchange) => retryAfter(exchange).length > 0,
    judge: (exchange) => {
      const value = retryAfter(exchange).find((each) => !/^(\d+|[A-Z][a-z]{2,8},? .*GMT)$/.test(each))
      if (value === undefined) return []
      return [
        {
          message: `Retry-After reads ${value}`,
          pointer: 'Retry-After',
          expected: 'seconds or an HTTP date',
          actual: value,
        },
      ]
    },
  },
  {
    id: 'etag-well-formed',
    title: 'An entity tag is in quotation marks',
    level: 'SHOULD',
    clause: inStandard(
      'RFC 9110 section 8.8.3',
      'An entity tag is a quoted string, with W/ before it where it is weak',
    ),
    rows: ['HD16'],
    sent: 'every request',
    expected: 'a well-formed ETag, where there is one',
    requires: 'an answer with an ETag',
    applies: (exchange) => fieldOf(exchange, 'etag').length > 0,
    judge: (exchange) => {
      const [tag = ''] = fieldOf(exchange, 'etag')
      if (/^(W\/)?"[!#-~\u0080-\u00ff]*"$/.test(tag)) return []
      return [
        { message: `ETag reads ${tag}`, pointer: 'ETag', expected: 'a tag in quotation marks', actual: tag },
      ]
    },
  },
  {
    id: 'hsts-over-tls-only',
    title: 'Strict-Transport-Security comes over TLS only',
    level: 'SHOULD',
    clause: inStandard('RFC 6797 section 7.2', 'The field is not sent over plain HTTP'),
    rows: ['HD17'],
    sent: 'every request over http',
    expected: 'no such field',
    requires: 'a target without TLS',
    applies: (exchange) => isPlantsAnswer(exchange) && exchange.url.startsWith('http:'),
    judge: (exchange) => {
      const [value] = fieldOf(exchange, 'strict-transport-security')
      if (value === undefined) return []
      return [
        {
          message: 'Strict-Transport-Security is sent over plain http',
          pointer: 'Strict-Transport-Security',
          expected: 'no such field',
          actual: value,
        },
      ]
    },
  },
]

/** Of the answer, and of those that were waited out before it. */
function retryAfter(exchange: Exchange): string[] {
  const before = exchange.waited.flatMap(({ retryAfter }) => (retryAfter === undefined ? [] : [retryAfter]))
  return [...before, ...fieldOf(exchange, 'retry-after')]
}
