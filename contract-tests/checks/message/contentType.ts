import type { Exchange } from '../../../src/harness/exchange.ts'
import type { CheckDefinition } from '../define.ts'
import { answered, fieldOf, inContract, inStandard, isAnswered, isDocumentedAnswer } from '../define.ts'

export const documentedType = inContract(
  'The documented answers are application/json',
  ({ plants }) => `${plants.pointer}/content`,
)
const everyAnswer =
  'every request that is answered with 200, and every ordinary one that is answered with 400'

/** What the documented answers say that their body is. */
export const contentType: readonly CheckDefinition[] = [
  {
    id: 'content-type-present',
    title: 'A documented answer says its media type',
    level: 'MUST',
    clause: documentedType,
    rows: ['HD01', 'C72'],
    sent: everyAnswer,
    expected: 'Content-Type: application/json',
    requires: 'a documented answer',
    subject: 'media type',
    supersededBy: ['json-present'],
    applies: (exchange) => isDocumentedAnswer(exchange) && isAnswered(exchange),
    judge: answered((exchange, facts) =>
      facts.analyse(exchange).contentTypes.length > 0
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
    requires: 'a documented answer with a Content-Type',
    subject: 'media type',
    supersededBy: ['content-type-single', 'json-present'],
    applies: (exchange, facts) =>
      isDocumentedAnswer(exchange) &&
      isAnswered(exchange) &&
      facts.analyse(exchange).contentTypes.length === 1,
    judge: answered((exchange, facts) => {
      const { contentTypes, mediaType } = facts.analyse(exchange)
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
    requires: 'a documented answer with a Content-Type',
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
    requires: 'a documented answer with a Content-Type',
    supersededBy: ['content-type-single', 'content-type-json'],
    applies: (exchange) => isDocumentedAnswer(exchange) && fieldOf(exchange, 'content-type').length > 0,
    judge: answered((exchange, facts) => {
      const { contentTypes, mediaType } = facts.analyse(exchange)
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
    requires: 'a documented answer with a Content-Type',
    applies: (exchange, facts) =>
      isDocumentedAnswer(exchange) && isAnswered(exchange) && facts.analyse(exchange).mediaType !== undefined,
    judge: answered((exchange, facts) => {
      const charset = facts.analyse(exchange).mediaType?.parameters.get('charset')
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
]

/** The header line that was meant to be the Content-Type, where its syntax makes clients drop it. */
function lostField(exchange: Exchange): string {
  const line = exchange.response?.headerLines.find((each) => /^content-type\s/i.test(each))
  return line === undefined ? 'no such field' : `a header line that clients drop: ${line}`
}
