import { changePlantsText } from '../../change.ts'
import type { Variation } from '../../implementation.ts'

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
  {
    id: 'pretty-printed',
    title: 'indents its JSON with tabs and CRLF',
    rows: ['V14'],
    difference: changePlantsText((json) =>
      JSON.stringify(JSON.parse(json), undefined, '\t').replaceAll('\n', '\r\n'),
    ),
  },
  {
    id: 'white-space-around',
    title: 'puts kilobytes of white space around its JSON',
    rows: ['V14'],
    difference: changePlantsText((json) => `${' \t\r\n'.repeat(2_000)}${json}${'\n'.repeat(5_000)}`),
  },
  {
    id: 'white-space-inside',
    title: 'puts white space between all JSON tokens',
    rows: ['V14'],
    difference: changePlantsText((json) => json.replace(/"[^"]*"|[[\]{}:,]/g, ' \n$& \r\t')),
  },
  {
    id: 'order-of-members',
    title: 'changes the order of members between plants',
    rows: ['V14'],
    difference: changePlantsText((json) =>
      json.replaceAll(/\{("name":"[^"]*"),("tag":"house")\}/g, '{$2,$1}'),
    ),
  },
  {
    id: 'all-escaped',
    title: 'escapes every character of every string and member name',
    rows: ['V13'],
    difference: changePlantsText((json) =>
      json.replace(/"([^"]*)"/g, (_match, inner: string) => `"${escaped(inner)}"`),
    ),
  },
  {
    id: 'odd-escapes',
    title: 'escapes slashes, surrogate pairs, NUL and control characters',
    rows: ['V12', 'V13'],
    difference: changePlantsText((json) =>
      json.replaceAll(
        '"name":"',
        '"name":"\\/\\ud83c\\udf31\\uD83C\\uDF31\\u0000\\u001f\\b\\f\\u2028\\"\\\\',
      ),
    ),
  },
  {
    id: 'odd-numbers',
    title: 'returns numbers beyond the range of doubles in an extra member',
    rows: ['V15'],
    difference: withMember(
      '"n":[1E400,-1e400,-0,-0.0,0e0,1e-400,123456789012345678901234567890,0.1e+00001,1E-0,9007199254740993]',
    ),
  },
  {
    id: 'long-number',
    title: 'returns a number of a hundred thousand digits in an extra member',
    rows: ['V15'],
    difference: withMember(`"n":-${'9'.repeat(100_000)}.${'0'.repeat(1_000)}1e-5`),
  },
  {
    id: 'long-member-name',
    title: 'returns a member name of a hundred kilobytes with escapes and JSON Pointer characters',
    rows: ['V02', 'V03'],
    difference: withMember(`"~0/1%25\\u0000${'~/'.repeat(50_000)}":null`),
  },
  {
    id: 'many-members',
    title: 'returns a plant with ten thousand members',
    rows: ['V02'],
    difference: withMember(Array.from({ length: 10_000 }, (_, index) => `"m${index}":${index}`).join()),
  },
  {
    id: 'json-in-strings',
    title: 'returns strings that contain braces, quotation marks and comments',
    rows: ['V06', 'V13'],
    difference: withMember('"note":"]}, // {\\"name\\":null} /* NaN */ )]}\'"'),
  },
  {
    id: 'names-twice',
    title: 'repeats an extra member in a plant',
    rows: ['C70'],
    difference: withMember('"id":1,"id":{"id":2}'),
    warns: ['json-names-unique'],
  },
  {
    id: 'name-twice',
    title: 'repeats the member name in a plant, with a string each time',
    rows: ['C70'],
    difference: withMember('"name":"Aloe"'),
    warns: ['json-names-unique'],
  },
  {
    id: 'half-a-character',
    title: 'returns half of a surrogate pair in a name',
    rows: ['C71'],
    difference: changePlantsText((json) => json.replace('"name":"', '"name":"\\ud83c')),
    warns: ['json-whole-characters'],
  },
]
