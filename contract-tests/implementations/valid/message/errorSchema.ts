import { changeError, changeErrorText, changeResponses } from '../../change.ts'
import type { Variation } from '../../implementation.ts'

/** Writes the number of every Error with these characters. */
const numbered = (digits: string) =>
  changeErrorText((text) => text.replace('"error":400', `"error":${digits}`))

/** Errors with any number and text. */
export const errorSchemaVariations: readonly Variation[] = [
  {
    id: 'error-with-zero-fraction',
    title: 'writes 400.0 as the error',
    rows: ['V16', 'C66'],
    difference: numbered('400.0'),
  },
  {
    id: 'error-with-exponent',
    title: 'writes 4e2 as the error',
    rows: ['V16', 'C66'],
    difference: numbered('4e2'),
  },
  {
    id: 'error-with-negative-exponent',
    title: 'writes 4000000000000000000000e-19 as the error',
    rows: ['V16', 'C66'],
    difference: numbered('4000000000000000000000e-19'),
  },
  { id: 'error-zero', title: 'writes -0.0 as the error', rows: ['V17'], difference: numbered('-0.0') },
  {
    id: 'error-largest',
    title: 'writes 2147483647.000 as the error',
    rows: ['V16', 'V17'],
    difference: numbered('2147483647.000'),
  },
  {
    id: 'error-smallest',
    title: 'writes -2147483648 as the error',
    rows: ['V17'],
    difference: numbered('-2147483648'),
  },
  {
    id: 'error-changes',
    title: 'returns a different error number each time',
    rows: ['V17'],
    difference: changeResponses(
      (response, { requestsBefore }) => ({
        ...response,
        body: `{"message":"again","error":${((requestsBefore * 7919) % 1000) - 500}}`,
      }),
      (_request, _memory, { status }) => status === 400,
    ),
  },
  {
    id: 'error-empty-message',
    title: 'returns an empty message',
    rows: ['V18'],
    difference: changeError(() => ({ error: 400, message: '' })),
  },
  {
    id: 'error-long-message',
    title: 'returns a message of many lines in another language',
    rows: ['V18', 'V69'],
    difference: changeError(() => ({
      error: 400,
      message: '„limit“ muss eine ganze Zahl sein 🌵\n'.repeat(500),
    })),
  },
  {
    id: 'error-extra-members',
    title: 'returns Errors with extra members of every type',
    rows: ['V18', 'V03'],
    difference: changeErrorText(
      () =>
        '{"type":"about:blank","status":"400","errors":[{"error":"x","message":null}],"__proto__":{"error":"x"},"code":1e400,"message":"no","details":null,"error":42}',
    ),
  },
  {
    id: 'error-pretty-printed',
    title: 'indents its Errors and escapes their member names',
    rows: ['V13', 'V14'],
    difference: changeErrorText(() => '\r\n{\t"\\u0065rror" : 4,\n"messa\\u0067e":"\\u0000"}\n\n'),
  },
  {
    id: 'error-types-differ',
    title: 'writes the media type of its Errors in another letter case',
    rows: ['V51'],
    difference: changeResponses(
      (response) => ({ ...response, headers: { 'content-type': 'APPLICATION/json ; charset="UTF-8"' } }),
      (_request, _memory, { status }) => status === 400,
    ),
  },
]
