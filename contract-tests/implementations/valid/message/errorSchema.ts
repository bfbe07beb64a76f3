import { changeError, changeErrorText, changeResponses } from '../../change.ts'
import type { Variation } from '../../implementation.ts'
import { valid } from '../../servers.ts'

/** Writes the number of every Error with these characters. */
const numbered = (digits: string) =>
  changeErrorText((text) => text.replace('"error":400', `"error":${digits}`))

/** Errors with any number and text. */
export const errorSchemaVariations: readonly Variation[] = [
  ...valid('V16 C66', {
    'error-with-zero-fraction': ['writes 400.0 as the error', numbered('400.0')],
    'error-with-exponent': ['writes 4e2 as the error', numbered('4e2')],
    'error-with-negative-exponent': [
      'writes 4000000000000000000000e-19 as the error',
      numbered('4000000000000000000000e-19'),
    ],
  }),
  ...valid('V17', {
    'error-zero': ['writes -0.0 as the error', numbered('-0.0')],
    'error-largest': ['writes 2147483647.000 as the error', numbered('2147483647.000'), { rows: 'V16 V17' }],
    'error-smallest': ['writes -2147483648 as the error', numbered('-2147483648')],
    'error-changes': [
      'returns a different error number each time',
      changeResponses(
        (response, { requestsBefore }) => ({
          ...response,
          body: `{"message":"again","error":${((requestsBefore * 7919) % 1000) - 500}}`,
        }),
        (_request, _memory, { status }) => status === 400,
      ),
    ],
    'error-empty-message': [
      'returns an empty message',
      changeError(() => ({ error: 400, message: '' })),
      { rows: 'V18' },
    ],
    'error-long-message': [
      'returns a message of many lines in another language',
      changeError(() => ({
        error: 400,
        message: '„limit“ muss eine ganze Zahl sein 🌵\n'.repeat(500),
      })),
      { rows: 'V18 V69' },
    ],
    'error-extra-members': [
      'returns Errors with extra members of every type',
      changeErrorText(
        () =>
          '{"type":"about:blank","status":"400","errors":[{"error":"x","message":null}],"__proto__":{"error":"x"},"code":1e400,"message":"no","details":null,"error":42}',
      ),
      { rows: 'V18 V03' },
    ],
    'error-pretty-printed': [
      'indents its Errors and escapes their member names',
      changeErrorText(() => '\r\n{\t"\\u0065rror" : 4,\n"messa\\u0067e":"\\u0000"}\n\n'),
      { rows: 'V13 V14' },
    ],
    'error-types-differ': [
      'writes the media type of its Errors in another letter case',
      changeResponses(
        (response) => ({ ...response, headers: { 'content-type': 'APPLICATION/json ; charset="UTF-8"' } }),
        (_request, _memory, { status }) => status === 400,
      ),
      { rows: 'V51' },
    ],
  }),
]
