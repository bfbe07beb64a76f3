import type { BodyFacts } from '../../../src/harness/body/analyseResponse.ts'
import type { Violation } from '../../../src/harness/report.ts'
import type { CheckDefinition } from '../define.ts'
import { answered, inStandard, isAnswered, isDocumentedAnswer } from '../define.ts'

/** Whether the bytes of the documented answers are JSON text. */
export const json: readonly CheckDefinition[] = [
  textCheck(
    'json-present',
    'A documented answer has a body',
    ['ER01', 'OP03', 'JS02'],
    'RFC 8259 section 2',
    'A JSON text is one value; nothing is not one',
    (body) => body.length === 0 && body.codingProblem === undefined,
    () => ({ message: 'the body is empty', expected: 'a JSON text', actual: '0 bytes' }),
  ),
  textCheck(
    'json-utf-8',
    'The body is UTF-8',
    ['JS07', 'JS08', 'HD06'],
    'RFC 8259 section 8.1',
    'JSON text that is exchanged is encoded in UTF-8',
    (body) => body.encodingProblem !== undefined,
    (body) => ({ message: `${body.encodingProblem}`, expected: 'UTF-8', actual: `${body.encodingProblem}` }),
  ),
  textCheck(
    'json-no-bom',
    'The body begins without a byte order mark',
    ['JS06'],
    'RFC 8259 section 8.1',
    'Implementations must not add a byte order mark',
    (body) => body.bom,
    () => ({
      message: 'the body begins with a byte order mark, which JSON parsers refuse',
      expected: 'JSON text',
      actual: 'the bytes ef bb bf',
    }),
  ),
  textCheck(
    'json-syntax',
    'The body is JSON text',
    ['JS01', 'JS02', 'JS03', 'JS04', 'JS09', 'C65'],
    'RFC 8259 section 2',
    'A JSON text conforms to the grammar, from its first byte to its last',
    (body) => body.syntaxProblem !== undefined && body.length > 0,
    (body) => ({
      message: `not JSON: ${body.syntaxProblem}`,
      expected: 'one JSON text and nothing else',
      actual: `${body.syntaxProblem}`,
    }),
  ),
  {
    ...textCheck(
      'json-names-unique',
      'No object has a member twice',
      ['JS10'],
      'RFC 8259 section 4',
      'Names within an object should be unique: what a second one means is unpredictable',
      (body) => body.duplicates.length > 0,
      ({ duplicates: [first = ''] }) => ({
        message: `${first} comes twice in its object`,
        pointer: first,
        expected: 'each name once',
        actual: 'the same name again',
      }),
    ),
    level: 'SHOULD',
  },
  {
    ...textCheck(
      'json-whole-characters',
      'Strings hold whole characters',
      ['JS11'],
      'RFC 8259 section 8.2',
      'What software makes of half a surrogate pair is unpredictable',
      (body) => body.loneSurrogates.length > 0,
      ({ loneSurrogates: [first = ''] }) => ({
        message: `${first} holds half of a surrogate pair`,
        pointer: first,
        expected: 'Unicode characters',
        actual: 'an escape such as \\ud83c on its own',
      }),
    ),
    level: 'SHOULD',
  },
]

function textCheck(
  id: string,
  title: string,
  rows: readonly string[],
  standard: string,
  text: string,
  isBroken: (body: BodyFacts) => boolean,
  violation: (body: BodyFacts) => Omit<Violation, 'pointer'> & { pointer?: string },
): CheckDefinition {
  return {
    id,
    title,
    level: 'MUST',
    clause: inStandard(standard, text),
    rows,
    sent: 'every request that is answered with 200, and every ordinary one that is answered with 400',
    expected: title,
    requires: 'a documented answer',
    subject: 'body',
    // A framing that loses or adds bytes explains a text that is none, and so does a page that says it is one.
    supersededBy: [
      'framing-complete',
      'framing-nothing-after',
      'framing-chunks',
      'coding-decodes',
      'content-type-json',
    ],
    applies: (exchange) => isDocumentedAnswer(exchange) && isAnswered(exchange),
    judge: answered((exchange, facts) => {
      const { body } = facts.analyse(exchange)
      if (isBroken(body)) return [{ pointer: '', ...violation(body) }]
      return body.unread === undefined ? [] : { inconclusive: body.unread }
    }),
  }
}
