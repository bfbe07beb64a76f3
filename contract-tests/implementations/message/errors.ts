import { changeError, changeErrorText, changeResponses, setErrorText } from '../change.ts'
import { type Difference, type Fault, faults, type Variation, valid } from '../implementation.ts'
import { limitTextIs, type When } from '../when.ts'

/** Sets fields in the Error of each 400 for which the condition holds. */
const setMembers = (members: object, when?: When): Difference =>
  changeError((error) => ({ ...error, ...members }), when)

/** Faulty servers that send a 400 whose body is not an Error. */
export const errorSchemaFaults: readonly Fault[] = [
  ...faults('error-object', {
    'error-string: returns a string as the body of its 400': changeError(({ message }) => message),
    'error-array: returns an array with one Error in its 400': changeError((error) => [error]),
  }),
  ...faults('error-members-present', {
    'error-message-missing: omits message in its 400': changeError(({ error }) => ({ error })),
    'error-number-missing: omits error in its 400': changeError(({ message }) => ({ message })),
    'error-framework: returns an object with statusCode, error and detail in its 400': changeError(
      ({ message }) => ({ statusCode: 400, error: 'Bad Request', detail: message }),
    ),
    'error-nested: returns an object with a list of Errors in its 400': changeError((error) => ({
      errors: [error],
    })),
    'error-other-for-minus-one: returns a different error body for limit=-1': changeError(
      ({ message }) => ({ detail: message }),
      limitTextIs('-1'),
    ),
  }),
  ...faults('error-integer', {
    'error-string-code: returns "400" as the error': setMembers({ error: '400' }),
    'error-name: returns "Bad Request" as the error': setMembers({ error: 'Bad Request' }),
    'error-null: returns null as the error': setMembers({ error: null }),
    'error-fraction: returns 400.5 as the error': setMembers({ error: 400.5 }),
    'error-tiny-fraction: returns an error with a fraction that a double cannot hold': setErrorText(
      '{"error":400.00000000000000001,"message":"no"}',
    ),
    'error-other-for-repeated (ER10): returns a string as the error when limit is repeated': setMembers(
      { error: 'limit' },
      ({ limits }) => limits.length > 1,
    ),
    'error-other-for-fraction (ER10): returns true as the error for limit=5.5': setMembers(
      { error: true },
      limitTextIs('5.5'),
    ),
  }),
  ...faults('error-int32', {
    'error-milliseconds: returns a time in milliseconds as the error': setMembers({
      error: 1_763_700_000_000,
    }),
    'error-one-too-large: returns 2147483648 as the error': setMembers({ error: 2_147_483_648 }),
    'error-huge: returns 1e400 as the error': setErrorText('{"error":1e400,"message":"no"}'),
  }),
  ...faults('error-message-string', {
    'error-message-untranslated: returns null as the message to a client whose first language is Turkish':
      setMembers({ message: null }, ({ headers }) => /^tr\b/.test(headers['accept-language'] ?? '')),
    'error-message-list: returns a list of two messages for limit=-1.5': setMembers(
      { message: ['limit must be an integer', 'limit must not be negative'] },
      limitTextIs('-1.5'),
    ),
    'error-message-null: returns null as the message': setMembers({ message: null }),
    'error-messages: returns an array as the message': setMembers({ message: ['no'] }),
    'error-other-past-int32 (ER10): returns an object as the message for limit=2147483648': setMembers(
      { message: {} },
      limitTextIs('2147483648'),
    ),
  }),
]

/** Writes the `error` number of each 400 with exactly these characters. */
const numbered = (digits: string) =>
  changeErrorText((text) => text.replace('"error":400', `"error":${digits}`))

/** Valid servers whose Errors have unusual numbers, messages, fields or spellings. */
export const errorSchemaVariations: readonly Variation[] = [
  ...valid('V16 C66', {
    'error-with-zero-fraction: writes 400.0 as the error': numbered('400.0'),
    'error-with-exponent: writes 4e2 as the error': numbered('4e2'),
    'error-with-negative-exponent: writes 4000000000000000000000e-19 as the error': numbered(
      '4000000000000000000000e-19',
    ),
  }),
  ...valid('V17', {
    'error-zero: writes -0.0 as the error': numbered('-0.0'),
    'error-largest (V16 V17): writes 2147483647.000 as the error': numbered('2147483647.000'),
    'error-smallest: writes -2147483648 as the error': numbered('-2147483648'),
    'error-changes: returns a different error number each time': changeResponses(
      (response, { requestsBefore }) => ({
        ...response,
        body: `{"message":"again","error":${((requestsBefore * 7919) % 1000) - 500}}`,
      }),
      (_request, _memory, { status }) => status === 400,
    ),
    'error-empty-message (V18): returns an empty message': changeError(() => ({ error: 400, message: '' })),
    'error-long-message (V18 V69): returns a message of many lines in another language': changeError(() => ({
      error: 400,
      message: '„limit“ muss eine ganze Zahl sein 🌵\n'.repeat(500),
    })),
    'error-extra-members (V18 V03): returns Errors with extra fields of many types': changeErrorText(
      () =>
        '{"type":"about:blank","status":"400","errors":[{"error":"x","message":null}],"__proto__":{"error":"x"},"code":1e400,"message":"no","details":null,"error":42}',
    ),
    'error-pretty-printed (V13 V14): puts white space into its Errors, and escapes letters in their field names':
      changeErrorText(() => '\r\n{\t"\\u0065rror" : 4,\n"messa\\u0067e":"\\u0000"}\n\n'),
    'error-types-differ (V51): writes the media type of its Errors in another letter case': changeResponses(
      (response) => ({ ...response, headers: { 'content-type': 'APPLICATION/json ; charset="UTF-8"' } }),
      (_request, _memory, { status }) => status === 400,
    ),
  }),
]
