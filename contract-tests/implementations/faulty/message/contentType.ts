import { changePlantsBytes, changeResponses, replacePlants, setHeaders } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'
import {
  always,
  closingConnection,
  everyNthResponse,
  limitTextIs,
  type When,
  whileConcurrent,
  withLimit,
  withoutAccept,
} from '../../when.ts'
import { faults } from '../faults.ts'

const setType = (value: string | undefined): Difference => setHeaders({ 'Content-Type': value })
/** Changes the media type of each 200 only. */
const setPlantsType = (value: string, when: When): Difference =>
  setHeaders({ 'Content-Type': value }, [200], when)
/** Changes the media type of each 400 only. */
const setErrorType = (value: string | undefined, when: When = always): Difference =>
  setHeaders({ 'Content-Type': value }, [400], when)
/** Writes the Content-Type line of each 200 in another way. */
const writeTypeLine = (line: string): Difference =>
  changePlantsBytes((head, body) => head.replace('Content-Type: application/json', line) + body)
/** Sends an HTML page instead of the Error of a 400. */
const sendErrorPage = (when: When): Difference =>
  changeResponses(
    () => ({ status: 400, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad Request</h1>' }),
    (request, memory, { status }) => status === 400 && when(request, memory),
  )

/** Media types that are missing, wrong or repeated. */
export const contentTypeFaults: readonly Fault[] = [
  ...faults('content-type-present', {
    'type-missing': ['sends no Content-Type', 'HD01 C72', setType(undefined)],
    'type-missing-in-errors': ['sends no Content-Type with its 400', 'HD01', setErrorType(undefined)],
    'type-lost': [
      'puts a space before the colon of its Content-Type',
      'HD13 HD01',
      writeTypeLine('Content-Type : application/json'),
    ],
  }),
  ...faults('content-type-json', {
    'type-html': ['sends Content-Type: text/html', 'HD02', setType('text/html; charset=utf-8')],
    'type-text-json': ['sends Content-Type: text/json', 'HD02', setType('text/json')],
    'type-octets': [
      'sends application/octet-stream when the request has a limit',
      'HD02',
      setPlantsType('application/octet-stream', withLimit),
    ],
    'type-hal': ['sends Content-Type: application/hal+json', 'HD03', setType('application/hal+json')],
    'type-vendor': [
      'sends a vendor-specific media type',
      'HD03',
      setType('application/vnd.plants+json; version=1'),
    ],
    'type-html-for-1.0': [
      'sends an HTML page to HTTP/1.0 clients',
      'HD02 HD11',
      replacePlants(
        () => ({ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>Upgrade your browser' }),
        ({ version }) => version === '1.0',
      ),
    ],
    'type-without-accept': [
      'sends text/plain when the request has no Accept',
      'HD11',
      setPlantsType('text/plain', withoutAccept),
    ],
    'type-one-in-thirty': [
      'sends text/html in one response out of thirty',
      'HD02 CA09',
      setPlantsType('text/html', everyNthResponse(30)),
    ],
    'type-in-company': [
      'sends text/plain while it handles another request',
      'HD02',
      setPlantsType('text/plain', whileConcurrent),
    ],
    'error-problem-json': [
      'sends its 400 as application/problem+json',
      'ER09 C64',
      setErrorType('application/problem+json'),
    ],
    'error-plain-text-for-letters': [
      'sends its 400 as text/plain for letters in limit',
      'ER09 ER10',
      setErrorType('text/plain', limitTextIs('abc')),
    ],
    'error-page-for-any': [
      'answers an invalid limit with an HTML page when Accept is */*',
      'ER09 HD11',
      sendErrorPage(({ headers }) => headers.accept === '*/*'),
    ],
    'error-page-without-accept': [
      'answers an invalid limit with an HTML page when the request has no Accept',
      'ER09 HD11',
      sendErrorPage(withoutAccept),
    ],
    'error-page-in-company': [
      'answers an invalid limit with an HTML page while it handles another request',
      'ER09 ER10',
      sendErrorPage(whileConcurrent),
    ],
    'error-page-at-close': [
      'answers an invalid limit with an HTML page when the client asks to close the connection',
      'ER09 ER10',
      sendErrorPage(closingConnection),
    ],
  }),
  ...faults('content-type-single', {
    'type-twice-different': [
      'sends two different Content-Type headers',
      'HD05',
      writeTypeLine('Content-Type: application/json\r\nContent-Type: text/html'),
    ],
  }),
  ...faults('content-type-well-formed', {
    'type-list': [
      'repeats its media type in one header',
      'HD04',
      setType('application/json, application/json'),
    ],
    'type-twice': [
      'sends the same Content-Type header twice',
      'HD04',
      writeTypeLine('Content-Type: application/json\r\nContent-Type: application/json'),
    ],
  }),
  ...faults('charset-true', {
    'charset-latin-1': [
      'declares charset=iso-8859-1 but sends UTF-8',
      'HD06',
      {
        plants: [{ name: 'Ünï' }, ...defaultPlants],
        ...setType('application/json; charset=iso-8859-1'),
      },
    ],
    'charset-utf-16': [
      'declares charset=utf-16 but sends ASCII',
      'HD06',
      setType('application/json; charset=utf-16'),
    ],
  }),
]
