import { answers, errorBody, errorText } from '../../change.ts'
import type { Variation } from '../../implementation.ts'

/** An Error whose number reads so. */
const numbered = (digits: string) => errorText((text) => text.replace('"error":400', `"error":${digits}`))

/** Errors of any number and text. */
export const errors: readonly Variation[] = [
  {
    id: 'error-with-zero-fraction',
    title: 'writes the error as 400.0',
    rows: ['V16', 'C66'],
    difference: numbered('400.0'),
  },
  {
    id: 'error-with-exponent',
    title: 'writes the error as 4e2',
    rows: ['V16', 'C66'],
    difference: numbered('4e2'),
  },
  {
    id: 'error-with-negative-exponent',
    title: 'writes the error as 4000000000000000000000e-19',
    rows: ['V16', 'C66'],
    difference: numbered('4000000000000000000000e-19'),
  },
  { id: 'error-zero', title: 'has the error -0.0', rows: ['V17'], difference: numbered('-0.0') },
  {
    id: 'error-largest',
    title: 'has the error 2147483647.000',
    rows: ['V16', 'V17'],
    difference: numbered('2147483647.000'),
  },
  {
    id: 'error-smallest',
    title: 'has the error -2147483648',
    rows: ['V17'],
    difference: numbered('-2147483648'),
  },
  {
    id: 'error-changes',
    title: 'has another error number each time',
    rows: ['V17'],
    difference: answers(
      (answer, { earlier }) => ({
        ...answer,
        body: `{"message":"again","error":${((earlier * 7919) % 1000) - 500}}`,
      }),
      (_ask, _memory, { status }) => status === 400,
    ),
  },
  {
    id: 'error-empty-message',
    title: 'has an empty message',
    rows: ['V18'],
    difference: errorBody(() => ({ error: 400, message: '' })),
  },
  {
    id: 'error-long-message',
    title: 'has a message of many lines in another language',
    rows: ['V18', 'V69'],
    difference: errorBody(() => ({
      error: 400,
      message: '„limit“ muss eine ganze Zahl sein 🌵\n'.repeat(500),
    })),
  },
  {
    id: 'error-extra-members',
    title: 'adds members of every type to the Error',
    rows: ['V18', 'V03'],
    difference: errorText(
      () =>
        '{"type":"about:blank","status":"400","errors":[{"error":"x","message":null}],"__proto__":{"error":"x"},"code":1e400,"message":"no","details":null,"error":42}',
    ),
  },
  {
    id: 'error-pretty-printed',
    title: 'indents its Errors and escapes their names',
    rows: ['V13', 'V14'],
    difference: errorText(() => '\r\n{\t"\\u0065rror" : 4,\n"messa\\u0067e":"\\u0000"}\n\n'),
  },
  {
    id: 'error-types-differ',
    title: 'writes the media type of its Errors differently',
    rows: ['V51'],
    difference: answers(
      (answer) => ({ ...answer, headers: { 'content-type': 'APPLICATION/json ; charset="UTF-8"' } }),
      (_ask, _memory, { status }) => status === 400,
    ),
  },
]
