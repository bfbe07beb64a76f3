import type { Contract } from '../../../src/contract/contract.ts'
import type { Check, Requirement } from '../../../src/judge/check.ts'
import type { Exchange } from '../../../src/judge/exchange.ts'
import { DOCUMENTED, headerValues, isDocumentedResponse, readBodyText, readMediaType } from '../exchanges.ts'
import { violation, whenAnswered } from '../whenAnswered.ts'

const { sent } = DOCUMENTED
const requires = 'a response with status 200 or 400 and a Content-Type'

export const createMediaTypeRequirement = ({ plants }: Contract): Requirement => ({
  text: `The documented responses have the media type ${plants.mediaType}`,
  pointer: `${plants.pointer}/content`,
})

/** Creates the checks of the Content-Type of documented responses. */
export const createContentTypeChecks = (contract: Contract): readonly Check[] => [
  {
    id: 'content-type-present',
    title: 'Sends a Content-Type',
    level: 'MUST',
    requirement: createMediaTypeRequirement(contract),
    ...DOCUMENTED,
    fix: 'Set Content-Type: application/json on every response with a body, including errors.',
    explainedBy: ['json-present'],
    applies: isDocumentedResponse,
    judge: whenAnswered((exchange) =>
      headerValues(exchange, 'content-type').length > 0
        ? []
        : violation({
            message: 'the response has no Content-Type',
            pointer: 'Content-Type',
            expected: `Content-Type: ${contract.plants.mediaType}`,
            actual: findMalformedHeader(exchange) ?? 'no such header',
          }),
    ),
  },
  {
    id: 'content-type-json',
    title: `Sends ${contract.plants.mediaType}`,
    level: 'MUST',
    requirement: createMediaTypeRequirement(contract),
    sent,
    fix: 'Set Content-Type: application/json on every list and Error, for any Accept header. Also check early returns, error handlers and filters.',
    requires,
    explainedBy: ['content-type-single', 'json-present'],
    applies: (exchange, facts) =>
      isDocumentedResponse(exchange, facts) && headerValues(exchange, 'content-type').length === 1,
    judge: whenAnswered((exchange) => {
      const { response } = exchange
      const expected = (response.status === contract.error.status ? contract.error : contract.plants)
        .mediaType
      const [actual = ''] = headerValues(exchange, 'content-type')
      const essence = readMediaType(exchange)?.essence ?? actual.split(/[;,]/, 1)[0]?.trim().toLowerCase()
      if (essence === expected) return []
      return [{ message: `the media type is ${actual}`, pointer: 'Content-Type', expected, actual }]
    }),
  },
  {
    id: 'content-type-single',
    title: 'Sends no conflicting Content-Type headers',
    level: 'MUST',
    requirement: {
      standard: 'RFC 9110 section 5.3',
      text: 'A header that is not a list must be sent only once: otherwise, recipients may choose different values',
    },
    sent,
    fix: 'Set Content-Type in one place only. Remove the second Content-Type, which a proxy or filter may add.',
    requires,
    applies: (exchange, facts) =>
      isDocumentedResponse(exchange, facts) && headerValues(exchange, 'content-type').length > 0,
    judge: (exchange) => {
      const values = headerValues(exchange, 'content-type')
      if (
        values.length < 2 ||
        new Set(values.map((value) => value.toLowerCase().replace(/\s/g, ''))).size < 2
      )
        return []
      const message = 'the Content-Type headers contradict each other'
      const actual = values.join(' and ')
      return violation({ message, pointer: 'Content-Type', expected: 'one Content-Type', actual })
    },
  },
  {
    id: 'content-type-well-formed',
    title: 'Sends one well-formed media type',
    level: 'SHOULD',
    requirement: { standard: 'RFC 9110 section 8.3', text: 'Content-Type is one media type' },
    sent,
    fix: 'Send exactly application/json, or application/json; charset=utf-8.',
    requires,
    explainedBy: ['content-type-single', 'content-type-json'],
    applies: (exchange, facts) =>
      isDocumentedResponse(exchange, facts) && headerValues(exchange, 'content-type').length > 0,
    judge: whenAnswered((exchange) => {
      if (readMediaType(exchange)) return []
      const actual = headerValues(exchange, 'content-type').join(' and ')
      const message = `Content-Type is ${actual}`
      const expected = `${contract.plants.mediaType}, once`
      return [{ message, pointer: 'Content-Type', expected, actual }]
    }),
  },
  {
    id: 'charset-true',
    title: 'Declares no wrong charset',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 8259 section 11',
      text: 'JSON is encoded in UTF-8, and application/json has no charset parameter',
    },
    sent,
    fix: 'Encode the body as UTF-8. Remove charset from the Content-Type, or set charset to utf-8.',
    requires,
    applies: (exchange, facts) =>
      isDocumentedResponse(exchange, facts) && readMediaType(exchange) !== undefined,
    judge: whenAnswered((exchange) => {
      const charset = readMediaType(exchange)?.params.get('charset') ?? 'utf-8'
      if (['utf-8', 'utf8'].includes(charset.toLowerCase())) return []
      if (isAsciiSuperset(charset) && isAscii(readBodyText(exchange))) return []
      const message = `the response declares charset=${charset}, but JSON is encoded in UTF-8`
      return [{ message, pointer: 'Content-Type', expected: 'charset=utf-8, or no charset', actual: charset }]
    }),
  },
]

/** Returns whether this is a known charset in which ASCII text has the same bytes as in ASCII. */
const isAsciiSuperset = (charset: string): boolean =>
  /^(us-ascii|ascii|iso[-_]?8859|latin|l[1-9]$|windows-|cp125|koi8|mac)/i.test(charset)

const isAscii = (text: string): boolean => !/[^ -~\s]/.test(text)

/** Finds a malformed header line that looks like a Content-Type, but that many clients ignore. */
function findMalformedHeader({ response }: Exchange): string | undefined {
  const line = response?.headerLines.find((each) => /^content-type\s/i.test(each))
  return line === undefined ? undefined : `a malformed header that many clients drop: ${line}`
}
