import {
  changeErrorText,
  changePlantsBytes,
  changePlantsText,
  replacePlants,
  rightAfter,
  setErrorText,
} from '../change.ts'
import { type Difference, type Fault, faults, type Variation, valid } from '../implementation.ts'
import { defaultPlants, otherPlants } from '../plants.ts'
import { emptyResponse } from '../response.ts'
import { everyNthResponse, limitTextIs, type When, whileConcurrent, withLimit } from '../when.ts'

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
/** Adds a field to the first plant. */
const addMember = (member: string): Difference => changePlantsText((text) => text.replace('{', `{${member},`))
/** Replaces text in each 200 and sends the bytes as Latin-1. */
const writeLatin1 = (search: string, replacement: string, when?: When): Difference =>
  changePlantsText((text) => latin1(text.replace(search, replacement)), when)

/** Faulty servers whose bodies are not valid JSON, or are JSON that parsers interpret differently. */
export const jsonFaults: readonly Fault[] = [
  ...faults('json-present', {
    'json-empty-page (HD02): returns 200 with an empty HTML page for If-None-Match: *': replacePlants(
      () => emptyResponse(200, { 'Content-Type': 'text/html' }),
      ({ headers }) => headers['if-none-match'] === '*',
    ),
    'json-empty: sends 200 with an empty body when the request has a positive limit': changePlantsText(
      () => '',
      withLimit,
    ),
    'error-empty: sends 400 with an empty body': setErrorText(''),
    'error-empty-for-empty (ER10): sends 400 with an empty body for an empty limit': setErrorText(
      '',
      limitTextIs(''),
    ),
    'head-fills-cache-for-long: sends an empty body for each URL whose first 200 was a response to HEAD':
      changePlantsText(
        () => '',
        ({ method, query }, memory) => {
          memory[`?${query}`] ??= method === 'HEAD' ? 1 : 0
          return memory[`?${query}`] === 1
        },
      ),
    'head-fills-cache: sends 200 with an empty body right after a HEAD request': rightAfter(
      ({ method }) => method === 'HEAD',
      changePlantsText(() => ''),
    ),
  }),
  ...faults('json-utf-8', {
    'json-latin-1: encodes the body as Latin-1': writeLatin1('Aloe vera', 'Alo\u00eb'),
    'json-latin-1-on-request: encodes the body as Latin-1 for clients that prefer this charset': writeLatin1(
      'Aloe vera',
      'Alo\u00eb',
      ({ headers }) => headers['accept-charset'] !== undefined,
    ),
    'json-surrogates-in-utf-8: encodes each half of a surrogate pair as UTF-8': writeLatin1(
      'Aloe vera',
      '\xed\xa0\xbc\xed\xbc\xb1',
    ),
    'json-cut-character: truncates a name in the middle of a character': writeLatin1(
      'Bellis perennis',
      'Bellis \xf0\x9f\x8c',
    ),
    'json-utf-16: encodes the body as UTF-16': changePlantsText((text) => Buffer.from(text, 'utf16le')),
    'json-utf-16-bom: encodes the body as UTF-16 with a byte order mark': changePlantsText((text) =>
      Buffer.from(`\ufeff${text}`, 'utf16le'),
    ),
  }),
  ...faults('json-no-bom', {
    'json-bom: puts a byte order mark before the JSON': changePlantsText((text) => `\ufeff${text}`),
    'error-bom: puts a byte order mark before its Errors': changeErrorText((text) => `\ufeff${text}`),
  }),
  ...faults('json-syntax', {
    'json-trailing-comma: puts a comma after the last plant': changePlantsText((text) =>
      text.replace(/\]$/, ',]'),
    ),
    'json-nan: writes NaN as the value of an extra field': addMember('"price":NaN'),
    'json-infinity: writes -Infinity as the value of an extra field': addMember('"price":-Infinity'),
    'json-nan-of-c: writes -nan as the value of an extra field, as printf in C may do':
      addMember('"price":-nan'),
    'json-decimal-comma: writes a decimal comma in an extra field': addMember('"price":1,5'),
    'json-leading-zero: writes a leading zero in an extra field': addMember('"id":007'),
    'json-cut: omits the end of the JSON': changePlantsText((text) =>
      text.slice(0, Math.max(text.length - 5, 1)),
    ),
    'json-cut-one-in-thirty (CA09): omits the last character of the JSON in every thirtieth list':
      changePlantsText((text) => text.slice(0, -1), everyNthResponse(30)),
    'json-cut-at-close: closes the connection in the middle of a body without a length': changePlantsBytes(
      (head, body) =>
        head.replace(/Content-Length: \d+/, 'Connection: close') +
        body.slice(0, Math.max(body.length - 5, 1)),
    ),
    'json-half-for-range: answers a byte range with 200 and the first ten characters of the JSON':
      changePlantsText(
        (text) => text.slice(0, 10),
        ({ headers }) => headers.range?.startsWith('bytes') === true,
      ),
    'json-notice: prints a PHP notice before the JSON': changePlantsText(
      (text) => `<b>Notice</b>: undefined index\n${text}`,
    ),
    'json-two-texts: sends the JSON twice in one body when the request has a positive limit':
      changePlantsText((text) => `${text}\n${text}`, withLimit),
    'json-raw-tab: sends an unescaped tab in a name': changePlantsText((text) =>
      text.replace('Aloe vera', 'Aloe\tvera'),
    ),
    'json-html: sends an HTML page as application/json while it handles another request': changePlantsText(
      () => '<html></html>',
      whileConcurrent,
    ),
    'error-html (ER02): sends an HTML page as application/json in its 400': setErrorText(
      '<html><h1>Bad Request</h1></html>',
    ),
    'json-nul-last: adds a NUL character after the JSON, as at the end of a C string': changePlantsText(
      (text) => `${text}\0`,
    ),
  }),
  ...faults('json-names-unique', {
    'json-name-twice: sends the field `tag` twice in a plant': addMember('"tag":"a"'),
  }),
  ...faults('json-whole-characters', {
    'json-half-character: sends half of a surrogate pair in a name': changePlantsText((text) =>
      text.replace('Aloe vera', 'Aloe \\ud83c'),
    ),
    'shared-name-cut-in-long-lists: damages the name of a plant of two users, but only in long lists': {
      plants: [...otherPlants, ...defaultPlants],
      ...changePlantsText((text) => (text.length > 600 ? text.replace('Victoria', 'Victori\ufffd') : text)),
    },
  }),
]

const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => {
    const code = text.charCodeAt(index).toString(16).padStart(4, '0')
    return `\\u${index % 2 === 0 ? code : code.toUpperCase()}`
  }).join('')
/** Adds a field to the first plant of every list. */
const withMember = (member: string) =>
  changePlantsText((text) => text.replace('{"name"', `{${member},"name"`))

/** Valid servers that write JSON in unusual ways. */
export const jsonVariations: readonly Variation[] = [
  ...valid('V14', {
    'pretty-printed: formats its lists with tabs and CRLF': changePlantsText((json) =>
      JSON.stringify(JSON.parse(json), undefined, '\t').replaceAll('\n', '\r\n'),
    ),
    'white-space-around: puts kilobytes of white space around its JSON': changePlantsText(
      (json) => `${' \t\r\n'.repeat(2_000)}${json}${'\n'.repeat(5_000)}`,
    ),
    'order-of-members: writes the fields of some plants in another order': changePlantsText((json) =>
      json.replaceAll(/\{("name":"[^"]*"),("tag":"house")\}/g, '{$2,$1}'),
    ),
  }),
  ...valid('V15', {
    'all-escaped (V13): escapes every character of every string and field name': changePlantsText((json) =>
      json.replace(/"([^"]*)"/g, (_match, inner: string) => `"${escaped(inner)}"`),
    ),
    'odd-escapes (V12 V13): puts escaped slashes, surrogate pairs and control characters into names':
      changePlantsText((json) =>
        json.replaceAll(
          '"name":"',
          '"name":"\\/\\ud83c\\udf31\\uD83C\\uDF31\\u0000\\u001f\\b\\f\\u2028\\"\\\\',
        ),
      ),
    'odd-numbers: returns unusual numbers, such as 1E400, in an extra field': withMember(
      '"n":[1E400,-1e400,-0,-0.0,0e0,1e-400,123456789012345678901234567890,0.1e+00001,1E-0,9007199254740993]',
    ),
    'long-number: returns a number of more than a hundred thousand digits in an extra field': withMember(
      `"n":-${'9'.repeat(100_000)}.${'0'.repeat(1_000)}1e-5`,
    ),
    'long-member-name (V02 V03): returns a field name of a hundred kilobytes with escapes and JSON Pointer characters':
      withMember(`"~0/1%25\\u0000${'~/'.repeat(50_000)}":null`),
    'many-members (V02): returns a plant with ten thousand extra fields': withMember(
      Array.from({ length: 10_000 }, (_, index) => `"m${index}":${index}`).join(),
    ),
    'json-in-strings (V06 V13): returns a string that contains braces, quotation marks and comments':
      withMember('"note":"]}, // {\\"name\\":null} /* NaN */ )]}\'"'),
    'names-twice (C70): repeats an extra field in a plant': {
      difference: withMember('"id":1,"id":{"id":2}'),
      warns: ['json-names-unique'],
    },
    'name-twice (C70): sends the field `name` twice in a plant, each time with a string': {
      difference: withMember('"name":"Aloe"'),
      warns: ['json-names-unique'],
    },
    'half-a-character (C71): returns half of a surrogate pair in a name': {
      difference: changePlantsText((json) => json.replace('"name":"', '"name":"\\ud83c')),
      warns: ['json-whole-characters'],
    },
  }),
]
