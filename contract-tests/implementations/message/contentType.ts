import { changePlantsBytes, changeResponses, setHeaders } from '../change.ts'
import { type Difference, type Fault, faults, type Variation, valid } from '../implementation.ts'
import { defaultPlants } from '../plants.ts'
import { htmlResponse } from '../response.ts'
import {
  always,
  everyNthResponse,
  limitSentBefore,
  limitTextIs,
  sentBefore,
  type When,
  whileConcurrent,
  withLimit,
  withoutAccept,
} from '../when.ts'

const setType = (value: string | undefined): Difference => setHeaders({ 'Content-Type': value })
/** Changes the media type of each 200 for which the condition holds. */
const setPlantsType = (value: string, when: When): Difference =>
  setHeaders({ 'Content-Type': value }, [200], when)
/** Changes the media type of each 400 for which the condition holds. */
const setErrorType = (value: string | undefined, when: When = always): Difference =>
  setHeaders({ 'Content-Type': value }, [400], when)
/** Writes the Content-Type line of each 200 to a GET in another way. */
const writeTypeLine = (line: string): Difference =>
  changePlantsBytes((head, body) => head.replace('Content-Type: application/json', line) + body)
/** Sends an HTML page instead of the Error of a 400 if the condition holds. */
const sendErrorPage = (when: When): Difference =>
  changeResponses(
    () => htmlResponse(400, '<h1>Bad Request</h1>'),
    (request, memory, { status }) => status === 400 && when(request, memory),
  )

/** Faulty servers whose media types are missing, wrong or repeated. */
export const contentTypeFaults: readonly Fault[] = [
  ...faults('content-type-present', {
    'type-missing: sends no Content-Type with its 200s and 400s': setType(undefined),
    'type-lost-in-cache (CA09): omits Content-Type from a list that the same user has already requested':
      setHeaders({ 'Content-Type': undefined }, [200], sentBefore),
    'type-lost-for-same-limit: omits Content-Type from a list with a limit that the same user has already requested':
      setHeaders({ 'Content-Type': undefined }, [200], limitSentBefore),
    'type-missing-in-errors: sends no Content-Type with its 400': setErrorType(undefined),
    'type-lost (HD13): puts a space before the colon of its Content-Type': writeTypeLine(
      'Content-Type : application/json',
    ),
  }),
  ...faults('content-type-json', {
    'type-html: sends Content-Type: text/html': setType('text/html; charset=utf-8'),
    'type-text-json: sends Content-Type: text/json': setType('text/json'),
    'type-octets: sends application/octet-stream when the request has a positive limit': setPlantsType(
      'application/octet-stream',
      withLimit,
    ),
    'type-hal: sends Content-Type: application/hal+json': setType('application/hal+json'),
    'type-vendor: sends a vendor-specific media type': setType('application/vnd.plants+json; version=1'),
    'type-without-accept: sends text/plain when the request has no Accept': setPlantsType(
      'text/plain',
      withoutAccept,
    ),
    'type-xml-if-mentioned: sends XML if Accept mentions XML, even if the client prefers JSON':
      changeResponses(
        () => ({ status: 200, headers: { 'Content-Type': 'application/xml' }, body: '<plants/>' }),
        ({ headers: { accept = '' } }, _memory, { status }) => status === 200 && accept.includes('xml'),
      ),
    'type-one-in-thirty (CA09): sends every thirtieth list as text/html': setPlantsType(
      'text/html',
      everyNthResponse(30),
    ),
    'error-problem-json: sends its 400 as application/problem+json': setErrorType('application/problem+json'),
    'error-plain-text-for-letters (ER10): sends its 400 as text/plain for limit=abc': setErrorType(
      'text/plain',
      limitTextIs('abc'),
    ),
    'error-page-for-any: sends an HTML page in its 400 when Accept is */*': sendErrorPage(
      ({ headers }) => headers.accept === '*/*',
    ),
    'error-page-without-accept: sends an HTML page in its 400 when the request has no Accept':
      sendErrorPage(withoutAccept),
    'error-page-for-browsers: sends an HTML page in its 400 when Accept contains text/html': sendErrorPage(
      ({ headers }) => /text\/html/.test(headers.accept ?? ''),
    ),
    'error-page-in-company (ER10): sends an HTML page in its 400 while it handles another request':
      sendErrorPage(whileConcurrent),
  }),
  ...faults('content-type-single', {
    'type-twice-different: sends two different Content-Type headers': writeTypeLine(
      'Content-Type: application/json\r\nContent-Type: text/html',
    ),
  }),
  ...faults('content-type-well-formed', {
    'type-list: lists its media type twice in one header': setType('application/json, application/json'),
    'type-twice: sends the same Content-Type header twice': writeTypeLine(
      'Content-Type: application/json\r\nContent-Type: application/json',
    ),
  }),
  ...faults('charset-true', {
    'charset-ascii-untrue: declares charset=us-ascii for names with letters beyond ASCII': {
      plants: [{ name: 'Kalanchoë' }, { name: 'Ficus' }],
      ...setHeaders({ 'Content-Type': 'application/json; charset=us-ascii' }, [200]),
    },
    'charset-latin-1: declares charset=iso-8859-1 but sends UTF-8': {
      plants: [{ name: 'Ünï' }, ...defaultPlants],
      ...setType('application/json; charset=iso-8859-1'),
    },
    'charset-utf-16: declares charset=utf-16 but sends ASCII': setType('application/json; charset=utf-16'),
  }),
]

/** Valid servers that spell the media type differently. */
export const contentTypeVariations: readonly Variation[] = valid('V51', {
  'charset-utf-8: adds charset=utf-8 to the media type': setType('application/json; charset=utf-8'),
  'charset-quoted: adds a charset in quotation marks to the media type': setType(
    'application/json ;CharSet="UTF-8"',
  ),
  'charset-of-ascii: declares ISO-8859-1, and sends only ASCII characters': setType(
    'application/json; charset=ISO-8859-1',
  ),
  'media-type-upper-case: writes the media type in mixed case': setType('Application/JSON'),
  'media-type-parameters: adds parameters to the media type': setType(
    'application/json;v=1;profile="https://a/b;c, \\"d\\""',
  ),
  'media-type-semicolon: ends the media type with a semicolon': setType('application/json;'),
})
