import type { BodyAnalysis } from '../../../src/judge/body/analyseResponse.ts'
import type { Check, Facts } from '../../../src/judge/check.ts'
import { userOf } from '../../../src/judge/exchange.ts'
import type { Violation } from '../../../src/judge/report.ts'
import { DOCUMENTED, isDocumentedResponse } from '../exchanges.ts'
import { whenAnswered } from '../whenAnswered.ts'

/** The checks whose violations can explain a body that is not JSON: lost or extra bytes, or an HTML page. */
const EXPLAINED_BY = [
  'framing-complete',
  'framing-nothing-after',
  'framing-chunks',
  'coding-decodes',
  'content-type-json',
]

/** The checks of whether the bodies of documented responses are JSON. */
export const jsonChecks: readonly Check[] = [
  createBodyCheck({
    id: 'json-present',
    title: 'Sends a body with every documented response',
    level: 'MUST',
    requirement: {
      standard: 'RFC 8259 section 2',
      text: 'A JSON text contains one value, so an empty body is not JSON',
    },
    // An empty body has no media type, so an empty body explains a wrong Content-Type.
    explainedBy: EXPLAINED_BY.filter((id) => id !== 'content-type-json'),
    fix: 'Write a JSON body in every branch of the handler, also for empty lists and errors. Do not let a cache answer a GET with the stored response to a HEAD.',
    findProblem({ length, cut, codingProblem }, facts) {
      if (length > 0 || cut || codingProblem !== undefined) return undefined
      const history = isEmptyAfterHead(facts) ? ', but only if the first request for the URL was a HEAD' : ''
      return { message: `the body is empty${history}`, pointer: '', expected: 'JSON', actual: '0 bytes' }
    },
  }),
  createBodyCheck({
    id: 'json-utf-8',
    title: 'Encodes the body in UTF-8',
    level: 'MUST',
    requirement: {
      standard: 'RFC 8259 section 8.1',
      text: 'JSON text that systems exchange must be encoded in UTF-8',
    },
    fix: 'Encode the body as UTF-8. Specify UTF-8 explicitly wherever the server converts text to bytes.',
    findProblem: ({ encodingProblem: problem }) =>
      problem === undefined
        ? undefined
        : { message: problem, pointer: '', expected: 'UTF-8', actual: problem },
  }),
  createBodyCheck({
    id: 'json-no-bom',
    title: 'Sends no UTF-8 byte order mark',
    level: 'MUST',
    requirement: { standard: 'RFC 8259 section 8.1', text: 'Implementations must not add a byte order mark' },
    fix: 'Write the body without a byte order mark. Choose the encoding "UTF-8 without BOM" or "UTF-8 without signature".',
    findProblem: ({ bom }) =>
      bom
        ? {
            message: 'the body begins with a byte order mark, which many JSON parsers reject',
            pointer: '',
            expected: 'JSON text',
            actual: 'the bytes ef bb bf',
          }
        : undefined,
  }),
  createBodyCheck({
    id: 'json-syntax',
    title: 'Sends valid JSON',
    level: 'MUST',
    requirement: {
      standard: 'RFC 8259 section 2',
      text: 'The whole body must follow the JSON grammar, from the first byte to the last byte',
    },
    fix: 'Serialize the body with a JSON library. Do not join strings, and write nothing before or after the body. If the end of the body is missing, make sure that Content-Length counts bytes, not characters, and that no buffer is too small.',
    explainedBy: [...EXPLAINED_BY, 'json-utf-8'],
    findProblem: ({ syntaxProblem: problem, length }) =>
      problem === undefined || length === 0
        ? undefined
        : { message: `not JSON: ${problem}`, pointer: '', expected: 'a single JSON value', actual: problem },
  }),
  createBodyCheck({
    id: 'json-names-unique',
    title: 'Uses each field name only once per object',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 8259 section 4',
      text: 'Names within an object should be unique: otherwise, parsers disagree',
    },
    fix: 'Write each field once. Look for a field that is mapped twice, or for an object that is merged twice.',
    // One of the duplicate values may violate the schema.
    explainedBy: [
      ...EXPLAINED_BY,
      'plant-name-present',
      'plant-name-string',
      'plant-tag-string',
      'error-integer',
      'error-int32',
      'error-message-string',
    ],
    findProblem: ({ duplicate: first }) =>
      first === undefined
        ? undefined
        : {
            message: `${first} appears twice in its object`,
            pointer: first,
            expected: 'each name once',
            actual: 'the same name again',
          },
  }),
  createBodyCheck({
    id: 'json-whole-characters',
    title: 'Sends only complete characters in strings',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 8259 section 8.2',
      text: 'Parsers treat half of a surrogate pair in unpredictable ways',
    },
    fix: 'If the text contains U+FFFD, decode the whole text, and not each block of bytes. If half of an emoji is missing, keep its two \\u escapes together, and never cut a text within a character.',
    // Bytes that are not UTF-8 are decoded as U+FFFD.
    explainedBy: [...EXPLAINED_BY, 'json-utf-8'],
    findProblem: ({ damaged: first }) =>
      first === undefined
        ? undefined
        : {
            message: `${first} contains a damaged character`,
            pointer: first,
            expected: 'whole characters',
            actual: 'half of a surrogate pair, or U+FFFD, which replaces bytes that cannot be decoded',
          },
  }),
]

type BodyCheck = Omit<Check, 'sent' | 'requires' | 'applies' | 'judge'> & {
  findProblem: (body: BodyAnalysis, facts: Facts) => Violation | undefined
}

/** Returns whether each user's first request for each URL with an empty body was a HEAD, whose response a cache may have stored. */
function isEmptyAfterHead(facts: Facts): boolean {
  const { exchanges } = facts
  return exchanges
    .filter((exchange) => isDocumentedResponse(exchange, facts) && exchange.response?.body.length === 0)
    .every(({ url, probe: { credential } }) => {
      const user = userOf(credential)
      const first = exchanges.find((other) => other.url === url && userOf(other.probe.credential) === user)
      return first?.probe.method === 'HEAD'
    })
}

function createBodyCheck({ findProblem, ...check }: BodyCheck): Check {
  return {
    ...check,
    ...DOCUMENTED,
    explainedBy: check.explainedBy ?? EXPLAINED_BY,
    applies: isDocumentedResponse,
    judge: whenAnswered((exchange, facts) => {
      const body = facts.analyse(exchange)
      const problem = findProblem(body, facts)
      if (problem !== undefined) return [problem]
      return body.unread === undefined ? [] : { inconclusive: body.unread }
    }),
  }
}
