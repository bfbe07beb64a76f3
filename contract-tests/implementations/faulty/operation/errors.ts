import type { Answer } from '../../answer.ts'
import { answers, errorBody, fields } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { limitReads, type When } from '../../when.ts'
import { fault } from '../fault.ts'

const MEMBERS = 'error-members-present'
const INTEGER = 'error-integer'
const INT32 = 'error-int32'
const MESSAGE = 'error-message-string'

/** Changes the 400 as a whole. */
const bad = (change: (answer: Answer) => Answer, when: When = () => true): Difference =>
  answers(change, (ask, memory, { status }) => status === 400 && when(ask, memory))
const text = (value: string): Difference => bad((answer) => ({ ...answer, body: value }))

/** A 400 that is no Error. */
export const errors: readonly Fault[] = [
  fault('error-empty', 'has no body in its 400', 'json-present', 'ER01', text('')),
  fault(
    'error-empty-for-empty',
    'has no body in its 400 to an empty limit',
    'json-present',
    'ER01 ER10',
    bad((answer) => ({ ...answer, body: '' }), limitReads('')),
  ),
  fault(
    'error-string',
    'has a string in its 400',
    'error-object',
    'ER02',
    errorBody(({ message }) => message),
  ),
  fault(
    'error-array',
    'has an array of errors in its 400',
    'error-object',
    'ER02',
    errorBody((error) => [error]),
  ),
  fault(
    'error-html',
    'has an HTML page in its 400',
    'json-syntax',
    'ER02',
    text('<html><h1>Bad Request</h1></html>'),
  ),
  fault(
    'error-message-missing',
    'has no message in its 400',
    MEMBERS,
    'ER03',
    errorBody(({ error }) => ({ error })),
  ),
  fault(
    'error-number-missing',
    'has no error in its 400',
    MEMBERS,
    'ER03',
    errorBody(({ message }) => ({ message })),
  ),
  fault(
    'error-framework',
    'has the body of a framework in its 400',
    MEMBERS,
    'ER03',
    errorBody(({ message }) => ({ statusCode: 400, error: 'Bad Request', detail: message })),
  ),
  fault(
    'error-nested',
    'has an Error within an object in its 400',
    MEMBERS,
    'ER03',
    errorBody((error) => ({ errors: [error] })),
  ),
  fault(
    'error-string-code',
    'has "400" for an error',
    INTEGER,
    'ER04',
    errorBody((error) => ({ ...error, error: '400' })),
  ),
  fault(
    'error-name',
    'has the name of the status for an error',
    INTEGER,
    'ER04',
    errorBody((error) => ({ ...error, error: 'Bad Request' })),
  ),
  fault(
    'error-null',
    'has null for an error',
    INTEGER,
    'ER05',
    errorBody((error) => ({ ...error, error: null })),
  ),
  fault(
    'error-object-code',
    'has an object for an error',
    INTEGER,
    'ER05',
    errorBody((error) => ({ ...error, error: { code: 400 } })),
  ),
  fault(
    'error-fraction',
    'has 400.5 for an error',
    INTEGER,
    'ER06',
    errorBody((error) => ({ ...error, error: 400.5 })),
  ),
  fault(
    'error-tiny-fraction',
    'has a fraction that a double cannot hold for an error',
    INTEGER,
    'ER06',
    text('{"error":400.00000000000000001,"message":"no"}'),
  ),
  fault(
    'error-milliseconds',
    'has the time in milliseconds for an error',
    INT32,
    'ER07',
    errorBody((error) => ({ ...error, error: 1_763_700_000_000 })),
  ),
  fault(
    'error-one-too-large',
    'has 2147483648 for an error',
    INT32,
    'ER07',
    errorBody((error) => ({ ...error, error: 2_147_483_648 })),
  ),
  fault('error-huge', 'has 1e400 for an error', INT32, 'JS12', text('{"error":1e400,"message":"no"}')),
  fault(
    'error-message-null',
    'has null for a message',
    MESSAGE,
    'ER08',
    errorBody((error) => ({ ...error, message: null })),
  ),
  fault(
    'error-messages',
    'has a list of messages',
    MESSAGE,
    'ER08',
    errorBody((error) => ({ ...error, message: ['no'] })),
  ),
  fault(
    'error-problem-json',
    'has a 400 of another media type',
    'content-type-json',
    'ER09 C64',
    fields({ 'Content-Type': 'application/problem+json' }, [400]),
  ),
  fault(
    'error-plain-text-for-letters',
    'has a plain text in its 400 to letters',
    'content-type-json',
    'ER09 ER10',
    fields({ 'Content-Type': 'text/plain' }, [400], limitReads('abc')),
  ),
  fault(
    'error-other-for-minus-one',
    'has another body in its 400 to -1',
    MEMBERS,
    'ER10',
    errorBody(({ message }) => ({ detail: message }), limitReads('-1')),
  ),
  fault(
    'error-other-for-repeated',
    'has another body in its 400 to a repeated limit',
    INTEGER,
    'ER10',
    errorBody(
      (error) => ({ ...error, error: 'limit' }),
      ({ limits }) => limits.length > 1,
    ),
  ),
  fault(
    'error-other-past-int32',
    'has another body in its 400 to a number past int32',
    MESSAGE,
    'ER10',
    errorBody((error) => ({ ...error, message: {} }), limitReads('2147483648')),
  ),
  fault(
    'error-other-for-fraction',
    'has another body in its 400 to a fraction',
    INTEGER,
    'ER10',
    errorBody((error) => ({ ...error, error: true }), limitReads('5.5')),
  ),
]
