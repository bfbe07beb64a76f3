import { changePlantsText } from '../../change.ts'
import type { Variation } from '../../implementation.ts'
import { valid } from '../../servers.ts'

const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => {
    const code = text.charCodeAt(index).toString(16).padStart(4, '0')
    return `\\u${index % 2 === 0 ? code : code.toUpperCase()}`
  }).join('')
/** Adds a member to the first plant of every list. */
const withMember = (member: string) =>
  changePlantsText((text) => text.replace('{"name"', `{${member},"name"`))

/** JSON in any spelling. */
export const jsonVariations: readonly Variation[] = [
  ...valid('V14', {
    'pretty-printed': [
      'indents its JSON with tabs and CRLF',
      changePlantsText((json) => JSON.stringify(JSON.parse(json), undefined, '\t').replaceAll('\n', '\r\n')),
    ],
    'white-space-around': [
      'puts kilobytes of white space around its JSON',
      changePlantsText((json) => `${' \t\r\n'.repeat(2_000)}${json}${'\n'.repeat(5_000)}`),
    ],
    'white-space-inside': [
      'puts white space between all JSON tokens',
      changePlantsText((json) => json.replace(/"[^"]*"|[[\]{}:,]/g, ' \n$& \r\t')),
    ],
    'order-of-members': [
      'changes the order of members between plants',
      changePlantsText((json) => json.replaceAll(/\{("name":"[^"]*"),("tag":"house")\}/g, '{$2,$1}')),
    ],
  }),
  ...valid('V15', {
    'all-escaped': [
      'escapes every character of every string and member name',
      changePlantsText((json) =>
        json.replace(/"([^"]*)"/g, (_match, inner: string) => `"${escaped(inner)}"`),
      ),
      { rows: 'V13' },
    ],
    'odd-escapes': [
      'escapes slashes, surrogate pairs, NUL and control characters',
      changePlantsText((json) =>
        json.replaceAll(
          '"name":"',
          '"name":"\\/\\ud83c\\udf31\\uD83C\\uDF31\\u0000\\u001f\\b\\f\\u2028\\"\\\\',
        ),
      ),
      { rows: 'V12 V13' },
    ],
    'odd-numbers': [
      'returns numbers beyond the range of doubles in an extra member',
      withMember(
        '"n":[1E400,-1e400,-0,-0.0,0e0,1e-400,123456789012345678901234567890,0.1e+00001,1E-0,9007199254740993]',
      ),
    ],
    'long-number': [
      'returns a number of a hundred thousand digits in an extra member',
      withMember(`"n":-${'9'.repeat(100_000)}.${'0'.repeat(1_000)}1e-5`),
    ],
    'long-member-name': [
      'returns a member name of a hundred kilobytes with escapes and JSON Pointer characters',
      withMember(`"~0/1%25\\u0000${'~/'.repeat(50_000)}":null`),
      { rows: 'V02 V03' },
    ],
    'many-members': [
      'returns a plant with ten thousand members',
      withMember(Array.from({ length: 10_000 }, (_, index) => `"m${index}":${index}`).join()),
      { rows: 'V02' },
    ],
    'json-in-strings': [
      'returns strings that contain braces, quotation marks and comments',
      withMember('"note":"]}, // {\\"name\\":null} /* NaN */ )]}\'"'),
      { rows: 'V06 V13' },
    ],
    'names-twice': [
      'repeats an extra member in a plant',
      withMember('"id":1,"id":{"id":2}'),
      { rows: 'C70', warns: ['json-names-unique'] },
    ],
    'name-twice': [
      'repeats the member name in a plant, with a string each time',
      withMember('"name":"Aloe"'),
      { rows: 'C70', warns: ['json-names-unique'] },
    ],
    'half-a-character': [
      'returns half of a surrogate pair in a name',
      changePlantsText((json) => json.replace('"name":"', '"name":"\\ud83c')),
      { rows: 'C71', warns: ['json-whole-characters'] },
    ],
  }),
]
