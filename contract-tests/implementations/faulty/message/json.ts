import {
  changePlantsBytes,
  changePlantsText,
  changeResponses,
  replacePlants,
  setErrorText,
} from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { everyNthResponse, limitTextIs, whileConcurrent, withLimit } from '../../when.ts'
import { faults } from '../faults.ts'

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
/** Adds a member to the first plant. */
const addMember = (member: string): Difference => changePlantsText((text) => text.replace('{', `{${member},`))
/** Replaces text in each 200 and sends the bytes as Latin-1. */
const writeLatin1 = (search: string, replacement: string): Difference =>
  changePlantsText((text) => latin1(text.replace(search, replacement)))

/** Bodies that are not valid JSON, or JSON that readers interpret differently. */
export const jsonFaults: readonly Fault[] = [
  ...faults('json-present', {
    'json-empty-for-own-tag': [
      'returns 200 with an empty body when its entity tag matches',
      'OP03 ME08',
      changeResponses(
        (response, { headers, user }) => {
          const tagged = { ...response, headers: { ...response.headers, ETag: `"plants-of-${user}"` } }
          return headers['if-none-match'] === tagged.headers.ETag ? { ...tagged, body: '' } : tagged
        },
        ({ method, limits }, _memory, { status }) =>
          status === 200 && method === 'GET' && limits.length === 0,
      ),
    ],
    'json-empty-page': [
      'returns 200 with an empty HTML page to If-None-Match: *',
      'OP03 HD02',
      replacePlants(
        () => ({ status: 200, headers: { 'Content-Type': 'text/html' }, body: '' }),
        ({ headers }) => headers['if-none-match'] === '*',
      ),
    ],
    'json-empty': ['sends 200 with an empty body', 'OP03 JS02', changePlantsText(() => '', withLimit)],
    'error-empty': ['sends 400 with an empty body', 'ER01', setErrorText('')],
    'error-empty-for-empty': [
      'sends 400 with an empty body for an empty limit',
      'ER01 ER10',
      setErrorText('', limitTextIs('')),
    ],
  }),
  ...faults('json-utf-8', {
    'json-latin-1': ['writes Latin-1', 'JS07 HD06', writeLatin1('Aloe vera', 'Alo\u00eb')],
    'json-surrogates-in-utf-8': [
      'encodes surrogates as UTF-8',
      'JS07',
      writeLatin1('Aloe vera', '\xed\xa0\xbc\xed\xbc\xb1'),
    ],
    'json-cut-character': [
      'cuts a name off in the middle of a character',
      'JS07',
      writeLatin1('Bellis perennis', 'Bellis \xf0\x9f\x8c'),
    ],
    'json-utf-16': ['writes UTF-16', 'JS08', changePlantsText((text) => Buffer.from(text, 'utf16le'))],
    'json-utf-16-bom': [
      'writes UTF-16 with a byte order mark',
      'JS08',
      changePlantsText((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
    ],
  }),
  ...faults('json-no-bom', {
    'json-bom': [
      'puts a byte order mark before the JSON',
      'JS06',
      changePlantsText((text) => `\ufeff${text}`),
    ],
  }),
  ...faults('json-syntax', {
    'json-trailing-comma': [
      'puts a comma after the last plant',
      'JS01',
      changePlantsText((text) => text.replace(/\]$/, ',]')),
    ],
    'json-single-quotes': [
      'writes single quotes',
      'JS01',
      changePlantsText((text) => text.replaceAll('"', "'")),
    ],
    'json-comment': [
      'puts a comment before the JSON',
      'JS01',
      changePlantsText((text) => `/* plants */${text}`),
    ],
    'json-nan': ['writes NaN as the value of an extra member', 'JS01', addMember('"price":NaN')],
    'json-leading-zero': ['writes a leading zero in an extra member', 'JS01', addMember('"id":007')],
    'json-bare-names': [
      'writes member names without quotation marks',
      'JS01',
      changePlantsText((text) => text.replaceAll('"name"', 'name')),
    ],
    'json-python': ['writes None as the value of an extra member', 'JS01', addMember('"id":None')],
    'json-nul-first': [
      'sends a NUL after the opening bracket',
      'JS01',
      changePlantsText((text) => text.replace('[', '[\0')),
    ],
    'json-cut': [
      'cuts the JSON short',
      'JS02',
      changePlantsText((text) => text.slice(0, Math.max(text.length - 5, 1))),
    ],
    'json-cut-one-in-thirty': [
      'cuts the JSON short in one response out of thirty',
      'JS02 CA09',
      changePlantsText((text) => text.slice(0, -1), everyNthResponse(30)),
    ],
    'json-cut-at-close': [
      'closes the connection in the middle of a body without a length',
      'FR12',
      changePlantsBytes(
        (head, body) =>
          head.replace(/Content-Length: \d+/, 'Connection: close') +
          body.slice(0, Math.max(body.length - 5, 1)),
      ),
    ],
    'json-half-for-range': [
      'returns 200 with a part of the JSON to a range request',
      'JS02',
      changePlantsText(
        (text) => text.slice(0, 10),
        ({ headers }) => headers.range?.startsWith('bytes') === true,
      ),
    ],
    'json-notice': [
      'prints a PHP notice before the JSON',
      'JS03',
      changePlantsText((text) => `<b>Notice</b>: undefined index\n${text}`),
    ],
    'json-guard': [
      'puts an anti-hijacking prefix before the JSON',
      'JS03',
      changePlantsText((text) => `)]}',\n${text}`),
    ],
    'json-callback': [
      'wraps the JSON in a JSONP callback',
      'JS03',
      changePlantsText((text) => `callback(${text})`),
    ],
    'json-two-texts': [
      'sends the JSON twice',
      'JS04',
      changePlantsText((text) => `${text}\n${text}`, withLimit),
    ],
    'json-lines': [
      'sends one plant per line instead of an array',
      'JS04',
      changePlantsText((text) => `${text.slice(1, -1).replaceAll('},', '}\n')}\n`),
    ],
    'json-debug-bar': [
      'puts a debug comment after the JSON',
      'JS04',
      changePlantsText((text) => `${text}<!-- 12 ms -->`),
    ],
    'json-raw-tab': [
      'sends an unescaped tab in a name',
      'JS09',
      changePlantsText((text) => text.replace('Aloe vera', 'Aloe\tvera')),
    ],
    'json-nul': [
      'sends an unescaped NUL in a name',
      'JS09',
      changePlantsText((text) => text.replace('Aloe vera', 'Aloe\0vera')),
    ],
    'json-html': [
      'sends an HTML page as application/json while it handles another request',
      'C65',
      changePlantsText(() => '<html></html>', whileConcurrent),
    ],
    'error-html': [
      'sends an HTML page as application/json in its 400',
      'ER02',
      setErrorText('<html><h1>Bad Request</h1></html>'),
    ],
  }),
  ...faults('json-names-unique', {
    'json-name-twice': ['sends a plant with two tags', 'JS10', addMember('"tag":"a"')],
  }),
  ...faults('json-whole-characters', {
    'json-half-character': [
      'sends half of a surrogate pair in a name',
      'JS11',
      changePlantsText((text) => text.replace('Aloe vera', 'Aloe \\ud83c')),
    ],
  }),
]
