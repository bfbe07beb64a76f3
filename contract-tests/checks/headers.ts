import type { Check } from '../../src/harness/check.ts'
import type { Exchange } from '../../src/harness/exchange.ts'
import {
  answered,
  fieldOf,
  inContract,
  inStandard,
  isAnswered,
  isDocumentedAnswer,
  isPlantsAnswer,
  statusBreach,
} from './define.ts'

const documentedType = inContract(
  'The documented answers are application/json',
  ({ plants }) => `${plants.pointer}/content`,
)
const everyAnswer =
  'every request that is answered with 200, and every ordinary one that is answered with 400'

const ESSENTIALLY_ACCEPTED = new Set(['list', 'accept/any', 'accept/none'])
const ALSO_ACCEPTED = new Set(['accept/application', 'accept/list', 'accept/upper-case'])

/** Header fields of the documented answers: the media type first of all. */
export const headers: readonly Check[] = [
  {
    id: 'content-type-present',
    title: 'A documented answer says its media type',
    level: 'MUST',
    clause: documentedType,
    rows: ['HD01', 'C72'],
    sent: everyAnswer,
    expected: 'Content-Type: application/json',
    needs: 'a documented answer',
    subject: 'media type',
    after: ['json-present'],
    applies: (exchange) => isDocumentedAnswer(exchange) && isAnswered(exchange),
    judge: answered((exchange, facts) =>
      facts.judgement(exchange).contentTypes.length > 0
        ? []
        : [
            {
              message: 'there is no Content-Type',
              pointer: 'Content-Type',
              expected: 'Content-Type: application/json',
              actual: lostField(exchange),
            },
          ],
    ),
  },
  {
    id: 'content-type-json',
    title: 'A documented answer is application/json',
    level: 'MUST',
    clause: documentedType,
    rows: ['HD02', 'HD03', 'HD11', 'ER09', 'C64'],
    sent: everyAnswer,
    expected: 'the media type application/json, in any case, with any parameters',
    needs: 'a documented answer with a Content-Type',
    subject: 'media type',
    after: ['content-type-single', 'json-present'],
    applies: (exchange, facts) =>
      isDocumentedAnswer(exchange) &&
      isAnswered(exchange) &&
      facts.judgement(exchange).contentTypes.length === 1,
    judge: answered((exchange, facts) => {
      const { contentTypes, mediaType } = facts.judgement(exchange)
      const due = (exchange.response.status === 400 ? facts.contract.error : facts.contract.plants).mediaType
      const [actual = ''] = contentTypes
      const essence = mediaType?.essence ?? actual.split(/[;,]/)[0]?.trim().toLowerCase()
      if (essence === due) return []
      return [{ message: `the media type is ${actual}`, pointer: 'Content-Type', expected: due, actual }]
    }),
  },
  {
    id: 'content-type-single',
    title: 'There is one media type, not two that differ',
    level: 'MUST',
    clause: inStandard(
      'RFC 9110 section 5.3',
      'A field that is no list comes once; recipients pick different ones',
    ),
    rows: ['HD05'],
    sent: everyAnswer,
    expected: 'one Content-Type, or the same one again',
    needs: 'a documented answer with a Content-Type',
    applies: (exchange) => isDocumentedAnswer(exchange) && fieldOf(exchange, 'content-type').length > 0,
    judge: (exchange) => {
      const values = fieldOf(exchange, 'content-type')
      if (new Set(values.map((value) => value.toLowerCase().replace(/\s/g, ''))).size < 2) return []
      return [
        {
          message: 'two Content-Type fields contradict each other',
          pointer: 'Content-Type',
          expected: 'one Content-Type',
          actual: values.join(' and '),
        },
      ]
    },
  },
  {
    id: 'content-type-well-formed',
    title: 'The media type is written once and correctly',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 8.3', 'Content-Type is one media type'),
    rows: ['HD04'],
    sent: everyAnswer,
    expected: 'one field with one media type in it',
    needs: 'a documented answer with a Content-Type',
    after: ['content-type-single', 'content-type-json'],
    applies: (exchange) => isDocumentedAnswer(exchange) && fieldOf(exchange, 'content-type').length > 0,
    judge: answered((exchange, facts) => {
      const { contentTypes, mediaType } = facts.judgement(exchange)
      if (mediaType) return []
      const actual = contentTypes.join(' and ')
      return [
        {
          message: `Content-Type reads ${actual}`,
          pointer: 'Content-Type',
          expected: 'application/json, once',
          actual,
        },
      ]
    }),
  },
  {
    id: 'charset-true',
    title: 'A charset parameter does not lie',
    level: 'SHOULD',
    clause: inStandard('RFC 8259 section 11', 'JSON is UTF-8; application/json has no charset parameter'),
    rows: ['HD06'],
    sent: everyAnswer,
    expected: 'no charset, or utf-8',
    needs: 'a documented answer with a Content-Type',
    applies: (exchange, facts) =>
      isDocumentedAnswer(exchange) &&
      isAnswered(exchange) &&
      facts.judgement(exchange).mediaType !== undefined,
    judge: answered((exchange, facts) => {
      const charset = facts.judgement(exchange).mediaType?.parameters.get('charset')
      if (charset === undefined || ['utf-8', 'utf8', 'us-ascii'].includes(charset.toLowerCase())) return []
      return [
        {
          message: `charset=${charset} is given for JSON, which is UTF-8`,
          pointer: 'Content-Type',
          expected: 'charset=utf-8 or none',
          actual: charset,
        },
      ]
    }),
  },
  {
    id: 'coding-not-forced',
    title: 'The body is not compressed for a client that asks for identity',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 12.5.3', 'A server should send a coding that the client accepts'),
    rows: ['HD07', 'C48'],
    sent: 'requests with Accept-Encoding: identity',
    expected: 'no Content-Encoding',
    needs: 'a documented answer',
    applies: (exchange) => isDocumentedAnswer(exchange) && isAnswered(exchange) && asksForIdentity(exchange),
    judge: answered((exchange, facts) => {
      const { codings } = facts.judgement(exchange)
      if (codings.length === 0) return []
      return [
        {
          message: `the body comes as ${codings.join(', ')}, though only identity was accepted`,
          pointer: 'Content-Encoding',
          expected: 'no content coding',
          actual: codings.join(', '),
        },
      ]
    }),
  },
  {
    id: 'coding-decodes',
    title: 'The body is in the content coding that is declared',
    level: 'MUST',
    clause: inStandard('RFC 9110 section 8.4', 'Content-Encoding tells which codings were applied'),
    rows: ['HD08'],
    sent: 'requests that accept identity, gzip or anything',
    expected: 'a body that decodes as declared',
    needs: 'a documented answer',
    after: ['framing-complete'],
    applies: (exchange) => isDocumentedAnswer(exchange) && isAnswered(exchange),
    judge: answered((exchange, facts) => {
      const { codingProblem } = facts.judgement(exchange).body
      if (codingProblem === undefined) return []
      return [
        {
          message: codingProblem,
          pointer: 'Content-Encoding',
          expected: 'a body in the declared coding',
          actual: codingProblem,
        },
      ]
    }),
  },
  {
    id: 'accept-json-served',
    title: 'A client that accepts JSON, anything, or does not say, is served',
    level: 'MUST',
    clause: documentedType,
    rows: ['HD09'],
    sent: 'Accept: application/json, Accept: */*, and no Accept',
    expected: 'any status but 406',
    needs: 'an answer to such a request',
    subject: 'status',
    applies: (exchange) => ESSENTIALLY_ACCEPTED.has(exchange.probe.id) && isAnswered(exchange),
    judge: answered((exchange) => notAcceptable(exchange)),
  },
  {
    id: 'accept-forms-served',
    title: 'Other ways to accept JSON are understood',
    level: 'SHOULD',
    clause: inStandard(
      'RFC 9110 section 12.5.1',
      'Accept holds media ranges with weights; types are case-insensitive',
    ),
    rows: ['HD10'],
    sent: 'Accept: application/*, a weighted list, and Application/JSON',
    expected: '200 with JSON',
    needs: 'an answer to such a request',
    applies: (exchange) => ALSO_ACCEPTED.has(exchange.probe.id) && isAnswered(exchange),
    judge: answered((exchange) => notAcceptable(exchange)),
  },
  {
    id: 'date-valid',
    title: 'An answer says when it was made',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 6.6.1', 'A server with a clock sends Date'),
    rows: ['HD12'],
    sent: 'every request',
    expected: 'one Date field with an HTTP date',
    needs: 'an answer',
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
    needs: 'an answer with Retry-After',
    applies: (exchange) => fieldOf(exchange, 'retry-after').length > 0,
    judge: (exchange) => {
      const [value = ''] = fieldOf(exchange, 'retry-after')
      if (/^\d+$/.test(value) || /^[A-Z][a-z]{2,8},? .*GMT$/.test(value)) return []
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
    needs: 'an answer with an ETag',
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
    needs: 'a target without TLS',
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

function notAcceptable(exchange: Parameters<typeof statusBreach>[0]) {
  if (exchange.response.status !== 406) return []
  const asked = exchange.probe.fields?.find(([name]) => name === 'Accept')?.[1]
  return [
    statusBreach(
      exchange,
      '200',
      `406 for ${asked === undefined ? 'a request that JSON satisfies' : `Accept: ${asked}`}`,
    ),
  ]
}

function asksForIdentity({ probe }: Exchange): boolean {
  return (
    !probe.fields?.some(([name]) => name === 'Accept-Encoding') && !probe.omit?.includes('accept-encoding')
  )
}

/** The header line that was meant to be the Content-Type, where its syntax makes clients drop it. */
function lostField(exchange: Exchange): string {
  const line = exchange.response?.headerLines.find((each) => /^content-type\s/i.test(each))
  return line === undefined ? 'no such field' : `a header line that clients drop: ${line}`
}
