import type { MakeError } from './fixtures/fixtures.ts'
import { reshapeError } from './handler/answers.ts'
import { type Cors, corsHeaders } from './handler/cors.ts'
import type { RequestRecord, ResponseRecord } from './records.ts'

/** What a response says about itself besides its rule and its hint. */
export type Explanation = {
  applied?: readonly string[]
  violations?: readonly string[] | undefined
}

/** What all responses of a mock have in common. */
export type ResponseForm = { cors: Cors; makeError: MakeError | undefined }

/** Completes a response: the Error in the shape of the contract, the headers of every response, and no body for HEAD. */
// 2 equivalent mutants: Other paths and methods, and other spellings of the path, are free.
export function completeResponse(
  usual: ResponseRecord,
  { method, headers }: Pick<RequestRecord, 'method' | 'headers'>,
  { cors, makeError }: ResponseForm,
  explanation: Explanation = {},
): ResponseRecord {
  const response = reshapeError(usual, makeError)
  return {
    ...response,
    headers: [...corsHeaders(cors, headers), ...response.headers, ...ownHeaders(response, explanation)],
    body: method === 'HEAD' ? EMPTY : response.body,
  }
}

const EMPTY = new Uint8Array(0)

/** The headers that explain a response. */
export function ownHeaders(
  { rule, hint }: ResponseRecord,
  { applied = [], violations = [] }: Explanation,
): string[] {
  const headers = ['X-Plant-Store-Rule', rule]
  if (hint !== undefined) headers.push('X-Plant-Store-Hint', toAscii(hint))
  if (applied.length > 0) headers.push('Preference-Applied', toAscii(applied.join(', ')))
  if (violations.length > 0) headers.push('X-Plant-Store-Violation', toAscii(violations.join('; ')))
  return headers
}

/** Escapes what may not be in a header value. */
function toAscii(text: string): string {
  return text.replaceAll(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
