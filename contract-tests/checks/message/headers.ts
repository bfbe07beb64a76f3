import type { Contract } from '../../../src/contract/contract.ts'
import { hasType } from '../../../src/contract/operation.ts'
import type { Check } from '../../../src/judge/check.ts'
import { type Exchange, isPlantsAnswer } from '../../../src/judge/exchange.ts'
import { DOCUMENTED, hasCondition, headerValues, isDocumentedResponse } from '../exchanges.ts'
import { headerViolation, violation } from '../whenAnswered.ts'

/** Checks of the headers Date, Last-Modified, Retry-After, ETag and Strict-Transport-Security. */
export const headerChecks: readonly Check[] = [
  {
    id: 'date-valid',
    title: 'Sends valid dates',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 6.6.1',
      text: 'A server with a clock sends a Date header, and dates end with GMT (section 5.6.7)',
    },
    sent: DOCUMENTED.sent,
    fix: 'Send a Date header, and all dates in the form "Sun, 06 Nov 1994 08:49:37 GMT", in UTC and not in local time, and keep the server\'s clock correct.',
    requires: 'a 200 or a 400',
    applies: isDocumentedResponse,
    judge: (exchange) => {
      const dates = headerValues(exchange, 'date')
      const [modified] = headerValues(exchange, 'last-modified')
      const [date = ''] = dates
      const text = dates.join(' and ')
      return [
        ...(dates.length === 1 && isHttpDate(date)
          ? []
          : violation({
              message: dates.length === 0 ? 'the response has no Date' : `Date is ${text}`,
              pointer: 'Date',
              expected: 'one HTTP date',
              actual: text || 'no such header',
            })),
        ...(modified === undefined || isPast(modified, date)
          ? []
          : headerViolation(
              exchange,
              'Last-Modified',
              `Last-Modified is ${modified}`,
              'an HTTP date that is not later than Date',
            )),
      ]
    },
  },
  {
    id: 'retry-after-valid',
    title: 'Sends Retry-After as a date or as a number of seconds',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 10.2.3',
      text: 'Retry-After is an HTTP date or a number of seconds',
    },
    sent: 'every request',
    fix: 'Send Retry-After as a whole number of seconds or as an HTTP date.',
    requires: 'a response with Retry-After',
    applies: (exchange) => listRetryAfter(exchange).length > 0,
    judge: (exchange) => {
      const actual = listRetryAfter(exchange).find((each) => !/^\d+$/.test(each) && !isHttpDate(each))
      if (actual === undefined) return []
      const message = `Retry-After is ${actual}`
      return [{ message, pointer: 'Retry-After', expected: 'seconds or an HTTP date', actual }]
    },
  },
  {
    id: 'etag-well-formed',
    title: 'Sends a well-formed ETag',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 8.8.3',
      text: 'An entity tag is a quoted string, and a weak tag starts with W/',
    },
    sent: 'every request',
    fix: 'Put the ETag in double quotes. If the ETag is weak, write W/ before the quotes.',
    requires: 'a response with an ETag',
    applies: (exchange) => headerValues(exchange, 'etag').length > 0,
    judge: (exchange) => {
      const [actual = ''] = headerValues(exchange, 'etag')
      if (/^(W\/)?"[!#-~\u0080-\u00ff]*"$/.test(actual)) return []
      const message = `ETag is ${actual}`
      return [{ message, pointer: 'ETag', expected: 'a tag in quotation marks', actual }]
    },
  },
  {
    id: 'hsts-over-tls-only',
    title: 'Sends Strict-Transport-Security only over TLS',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 6797 section 7.2',
      text: 'A server must not send Strict-Transport-Security over plain HTTP',
    },
    sent: 'every request over http',
    fix: 'Send Strict-Transport-Security only over https.',
    requires: 'a response with status 200 over plain http',
    applies: (exchange) =>
      isPlantsAnswer(exchange) &&
      exchange.url.startsWith('http:') &&
      // The server may trust a proxy header that says that the client uses TLS.
      !hasCondition(exchange, 'x-forwarded', 'present'),
    judge: (exchange) => {
      const [actual] = headerValues(exchange, 'strict-transport-security')
      if (actual === undefined) return []
      const message = 'the server sends Strict-Transport-Security over plain http'
      return headerViolation(exchange, 'Strict-Transport-Security', message, 'no such header')
    },
  },
]

/** Creates the check of the headers that a contract documents for a 200 or a 400. The kit's own contract documents no headers. */
export const createDocumentedHeaderChecks = ({ plants, error }: Contract): readonly Check[] => {
  const [first] = [...plants.headers, ...error.headers]
  if (first === undefined) return []
  const listHeaders = ({ response }: Exchange) => (response?.status === error.status ? error : plants).headers
  const check: Check = {
    id: 'header-schema',
    title: 'Every documented header matches its schema in the contract',
    level: 'MUST',
    requirement: { text: "The contract documents the response's headers", pointer: first.pointer },
    ...DOCUMENTED,
    fix: 'Send every required header, and change the values so that they match their schemas.',
    applies: (exchange, facts) => isDocumentedResponse(exchange, facts) && listHeaders(exchange).length > 0,
    judge: (exchange) =>
      listHeaders(exchange).flatMap(({ name, isRequired, schema, pointer: clause, validate }) => {
        const values = headerValues(exchange, name.toLowerCase())
        const missing = { message: `${name} is missing`, expected: `${name}`, actual: 'no such header' }
        if (values.length === 0) return isRequired ? [{ ...missing, pointer: name, clause }] : []
        return validate(readValue(values.join(', '), schema)).map(({ expected, actual }) => {
          const message = `${name}: expected ${expected}, got ${actual}`
          return { message, pointer: name, expected, actual, clause }
        })
      }),
  }
  return [check]
}

/** Reads a header's value in OpenAPI's style `simple` as a number, a boolean or a comma-separated list, if the schema allows it. */
function readValue(text: string, schema: unknown): unknown {
  const isNumber = hasType(schema, 'integer') || hasType(schema, 'number')
  if (isNumber && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return Number(text)
  if (hasType(schema, 'boolean') && /^(true|false)$/.test(text)) return text === 'true'
  if (!hasType(schema, 'array')) return text
  const { items } = Object(schema)
  return text.split(',').map((element) => readValue(element.trim(), items))
}

/** Lists the Retry-After values of this response, and of earlier responses after which the kit waited. */
const listRetryAfter = (exchange: Exchange): string[] =>
  exchange.waited.flatMap(({ retryAfter }) => retryAfter ?? []).concat(headerValues(exchange, 'retry-after'))

/** Returns whether a string is an HTTP date that is at most a minute later than another date, because clocks may differ. */
const isPast = (text: string, now: string): boolean =>
  isHttpDate(text) && !(isHttpDate(now) && Date.parse(text) > Date.parse(now) + 60_000)

/** Returns whether a string is a date in the current HTTP format, or in one of the two obsolete formats. */
function isHttpDate(text: string): boolean {
  return (
    /^(?:[A-Z][a-z]{2,8}, .+ GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} .+ \d{4})$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  )
}
