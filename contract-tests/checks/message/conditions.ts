import type { Check, Facts } from '../../../src/judge/check.ts'
import { type AnsweredExchange, type Exchange, hasField, isAnswered } from '../../../src/judge/exchange.ts'
import type { Violation } from '../../../src/judge/report.ts'
import {
  BROKEN_PLAIN_REQUESTS,
  findConstantList,
  findPlainLists,
  hasCondition,
  headerValues,
  isDocumentedResponse,
  isProbe,
} from '../exchanges.ts'
import { headerViolation, statusViolation, violation, whenAnswered } from '../whenAnswered.ts'

/** Checks of entity tags and conditional requests. */
export const conditionChecks: readonly Check[] = [
  {
    id: 'condition-foreign-tag-refused',
    title: 'Returns no 304 for an ETag that the server never sent',
    level: 'MUST',
    requirement: {
      standard: 'RFC 9110 section 13.1.2',
      text: 'If If-None-Match lists only tags that are not current, the server sends its usual response',
    },
    sent: 'If-None-Match with a tag that the server never sent',
    fix: 'If the request has If-None-Match, ignore If-Modified-Since. Compare If-None-Match with the tag of the current list, and send a 304 only if the tags are equal.',
    requires: 'a response to the conditional request',
    after: ['status-no-unasked-304'],
    applies: (exchange) => hasCondition(exchange, 'if-none-match', 'foreign') && isAnswered(exchange),
    judge: whenAnswered((exchange) =>
      exchange.response.status === 304
        ? statusViolation(
            exchange,
            'the 304 tells the client to use a stored copy, but the client has no copy',
            '200 with the list',
          )
        : [],
    ),
  },
  {
    id: 'condition-own-tag-understood',
    title: 'Returns no 412 for its own ETag or * in If-None-Match',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 13.1.2',
      text: 'If a tag or * in If-None-Match matches the list, the response to a GET is a 304',
    },
    sent: 'If-None-Match with the ETag of the list, and with *',
    fix: 'Compare If-None-Match with your ETag, and support lists of tags, W/ and *. If a tag matches, send a 304, not a 412.',
    requires: 'a response to the conditional request',
    applies: (exchange) => hasCondition(exchange, 'if-none-match', 'own', 'any') && isAnswered(exchange),
    judge: whenAnswered((exchange) =>
      exchange.response.status === 412
        ? statusViolation(
            exchange,
            'a GET with the ETag of the list or * in If-None-Match gets a 412',
            '304 or 200',
          )
        : [],
    ),
  },
  {
    id: 'not-modified-fields',
    title: 'Sends Cache-Control, ETag and Vary in a 304 if the 200 always has them',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 15.4.5',
      text: 'A 304 has the Cache-Control, ETag and Vary of the 200',
    },
    sent: 'If-None-Match with the ETag of the list, and with *',
    fix: 'In a 304, send a Date, and the same ETag, Cache-Control and Vary headers as in the 200.',
    requires: 'a response with status 304',
    applies: (exchange, facts) =>
      hasCondition(exchange, 'if-none-match', 'own', 'any') &&
      exchange.response?.status === 304 &&
      findPlainLists(facts).length > 0,
    judge: (exchange, facts) => {
      const usual = ['Cache-Control', 'ETag', 'Vary'].filter((name) =>
        findPlainLists(facts).every((list) => headerValues(list, name.toLowerCase()).length > 0),
      )
      const missing = usual.filter((name) => headerValues(exchange, name.toLowerCase()).length === 0)
      return missing.flatMap((name) =>
        headerViolation(
          exchange,
          name,
          `the 304 has no ${name}, but the 200 has this header`,
          `${name} as in the 200`,
        ),
      )
    },
  },
  {
    id: 'etag-strong-unique',
    title: 'Uses different strong ETags for different bodies of the same URL',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 8.8.1',
      text: 'A strong ETag changes whenever the bytes of the body change',
    },
    sent: 'requests for the same URL from two users, with and without compression, and at different times',
    fix: 'Compute the ETag from the bytes that you send to this user, after you apply the limit and any compression. If only the compression differs, you can also mark the ETag as weak with W/.',
    requires: 'a response with a strong ETag',
    special: 'compares',
    after: ['framing-complete', 'json-present', 'json-syntax'],
    applies: (exchange, facts) =>
      isDocumentedResponse(exchange, facts) &&
      readStrongTag(exchange) !== undefined &&
      !exchange.response.cut,
    judge: whenAnswered((exchange, facts) => {
      const tag = readStrongTag(exchange)
      const other = facts.exchanges.find(
        (candidate) =>
          isDocumentedResponse(candidate, facts) &&
          candidate.url === exchange.url &&
          readStrongTag(candidate) === tag &&
          !candidate.response.cut &&
          candidate.response.anomalies.length === 0 &&
          !candidate.response.body.equals(exchange.response.body),
      )
      if (!other) return []
      return violation({
        message: `different bodies have the same ETag ${tag}, so caches may treat these bodies as equal`,
        pointer: 'ETag',
        expected: 'a different tag for each body',
        actual: `${tag} for ${describeBody(exchange)} and ${describeBody(other)}`,
      })
    }),
  },
]

/** Describes a body by its length and its content coding: `307 bytes of gzip`. */
function describeBody(exchange: Exchange): string {
  const coding = headerValues(exchange, 'content-encoding').join(', ')
  return `${exchange.response?.body.length} bytes${coding === '' ? '' : ` of ${coding}`}`
}

function readStrongTag(exchange: Exchange): string | undefined {
  const [tag] = headerValues(exchange, 'etag')
  return tag?.startsWith('"') ? tag : undefined
}

/** Checks of range requests. A server may ignore ranges, but if the server sends part of a body, the part must be correct. */
export const rangeChecks: readonly Check[] = [
  {
    id: 'range-unknown-unit-ignored',
    title: 'Returns no 400 or 416 for a range in an unknown unit',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 14.2',
      text: 'A Range header with an unknown unit is ignored',
    },
    sent: 'Range: plants=0-0',
    fix: 'Ignore a Range header with a unit other than bytes, and send the whole list with status 200.',
    requires: 'a response to the range request',
    after: BROKEN_PLAIN_REQUESTS,
    applies: (exchange, facts) =>
      isProbe(exchange, 'range/unknown-unit') &&
      isAnswered(exchange) &&
      facts.served &&
      !headerValues(exchange, 'content-range').some((value) => value.startsWith('plants')),
    judge: whenAnswered((exchange) =>
      exchange.response.status === 416 || exchange.response.status === 400
        ? statusViolation(exchange, 'the server refuses a range in an unknown unit', '200')
        : [],
    ),
  },
  {
    id: 'range-partial-true',
    title: 'Sends the bytes that Content-Range declares',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 15.3.7',
      text: 'A 206 has a Content-Range, and contains the bytes in this range',
    },
    sent: 'Range: bytes=0-9 and Range: bytes=-10',
    fix: 'Send exactly the bytes that Content-Range names, or ignore Range and send the whole list. In Range, bytes=-10 means the last ten bytes.',
    requires: 'a response with status 206',
    applies: (exchange, { exchanges }) =>
      isPartial(exchange) &&
      hasCondition(exchange, 'range', 'bytes') &&
      // If a request without a range also gets a 206, the range is not the cause.
      !exchanges.some((other) => isPartial(other) && !hasCondition(other, 'range')),
    judge: whenAnswered((exchange, facts) => {
      const problem = findProblem(exchange, facts)
      const actual = headerValues(exchange, 'content-range').join(', ') || 'no Content-Range'
      return problem === undefined
        ? []
        : [{ pointer: 'Content-Range', expected: 'the requested bytes', actual, ...problem }]
    }),
  },
]

const isPartial = ({ response }: Exchange): boolean => response?.status === 206

function findProblem(
  exchange: AnsweredExchange,
  facts: Facts,
): (Pick<Violation, 'message'> & Partial<Violation>) | undefined {
  const { body } = exchange.response
  const [value = ''] = headerValues(exchange, 'content-range')
  const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(value) ?? []
  if (from === undefined || to === undefined)
    return { message: 'the 206 does not declare a valid range of bytes' }
  const length = Number(to) - Number(from) + 1
  if (body.length !== length) return { message: `the 206 declares ${length} bytes but has ${body.length}` }
  const isSuffix = exchange.probe.fields?.some(([, field]) => field.startsWith('bytes=-'))
  if (isSuffix && size !== '*' && Number(to) + 1 !== Number(size))
    return { message: 'the 206 does not have the last bytes of the list, which the request asks for' }
  // The bytes of a compressed list are different, and a limited list ends earlier than the whole list.
  if (isSuffix || hasField(exchange.response.fields, 'content-encoding')) return undefined
  const range = findConstantList(facts)?.subarray(Number(from), Number(to) + 1)
  if (range === undefined || range.equals(body)) return undefined
  return {
    message: 'the bytes of the 206 differ from the bytes of the whole list in the same range',
    pointer: 'Content-Range',
    expected: `${value} is ${range}`,
    actual: body.toString(),
  }
}
