import type { Field, Probe } from '../../../src/judge/exchange.ts'
import type { Change, PlanDimension, PlanValue } from './planDimension.ts'

/** An entity tag that no server has sent, in the quotation marks that RFC 9110 section 8.8.3 requires. */
const FOREIGN_TAG = '"plant-store-kit-foreign-tag"'
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const ORIGIN = 'https://plant-store-kit.example'

/** The headers about the responses that the client accepts. All values except `html` allow JSON in the identity coding. */
const negotiation: readonly PlanDimension[] = [
  {
    id: 'accept',
    values: [
      { id: 'json', when: 'with Accept: application/json' },
      { id: 'absent', when: 'without Accept', change: omit('accept') },
      header('Accept', 'any', '*/*'),
      { ...header('Accept', 'application', 'application/*'), refusal: 'SHOULD' },
      // HTTP libraries such as axios send this value.
      { ...header('Accept', 'list', 'application/json, text/plain, */*'), refusal: 'SHOULD' },
      {
        ...header(
          'Accept',
          'weights',
          'text/html;q=0.4, application/xml;q=0.4, application/json;q=0.9, */*;q=0.1',
        ),
        refusal: 'SHOULD',
      },
      // In spite of the parameter and the capital letters, this is the same media type.
      { ...header('Accept', 'spelling', 'Application/JSON;charset=utf-8'), refusal: 'SHOULD' },
      // A client that accepts only HTML may get a page or a 406.
      { ...header('Accept', 'html', 'text/html'), refusal: 'allowed' },
    ],
  },
  {
    id: 'accept-encoding',
    values: [
      { id: 'identity', when: 'with Accept-Encoding: identity' },
      { id: 'absent', when: 'without Accept-Encoding', change: omit('accept-encoding') },
      header('Accept-Encoding', 'gzip', 'gzip'),
      header('Accept-Encoding', 'browser', 'gzip, deflate, br, zstd'),
      header('Accept-Encoding', 'no-gzip', 'gzip;q=0'),
      header('Accept-Encoding', 'any-but-gzip', 'gzip;q=0, *;q=0.5', 'deflate'),
    ],
  },
  {
    id: 'accept-language',
    values: [
      { id: 'absent', when: 'without Accept-Language' },
      // The fetch of Node.js sends an asterisk.
      header('Accept-Language', 'present', 'tr-TR,tr;q=0.9,en;q=0.5', '*'),
      { ...header('Accept-Language', 'empty', ''), when: 'with an empty Accept-Language' },
      {
        id: 'repeated',
        when: 'with two Accept-Language headers',
        change: (probe) => addFields(probe, ['Accept-Language', 'fr'], ['Accept-Language', 'de;q=0.5']),
      },
    ],
  },
]

/** Headers that ask for a response under a condition, or for a part of a response. */
const conditional: readonly PlanDimension[] = [
  {
    id: 'if-none-match',
    values: [
      { id: 'absent', when: 'without If-None-Match' },
      {
        ...header('If-None-Match', 'foreign', FOREIGN_TAG),
        when: 'with a tag in If-None-Match that the server never sent',
      },
      {
        id: 'own',
        when: "with the server's own tag in If-None-Match",
        // A 304 has no list that the checks can judge.
        refusal: 'allowed',
        change: (probe, { facts: { headers } }) =>
          headers.etag === undefined ? {} : addFields(probe, ['If-None-Match', headers.etag]),
        isPossible: ({ headers }) => headers.etag !== undefined,
      },
      // This value matches every list, so the response may also be a 304.
      { ...header('If-None-Match', 'any', '*'), refusal: 'allowed' },
    ],
  },
  {
    id: 'if-modified-since',
    values: [
      { id: 'absent', when: 'without If-Modified-Since' },
      {
        id: 'present',
        when: 'with If-Modified-Since',
        change: (probe, { facts: { headers }, turn }) => {
          // As text, Wed is later than all other weekdays. Some scripts send 0, which is not a date. The last form is old, but valid.
          const dates = ['Wed, 26 Oct 1994 19:43:31 GMT', '0', 'Wed Oct 26 19:43:31 1994']
          const usual = dates[turn % dates.length] ?? ''
          // If the tag does not match, a server that sends tags must return the list, so the date may be the list's own.
          const hasForeignTag = probe.fields?.some(([, value]) => value === FOREIGN_TAG) === true
          const { etag, 'last-modified': modified = usual } = headers
          return addFields(probe, ['If-Modified-Since', hasForeignTag && etag ? modified : usual])
        },
      },
    ],
  },
  {
    id: 'range',
    values: [
      { id: 'absent', when: 'without Range' },
      // The first ten bytes, and the last ten bytes.
      { ...header('Range', 'bytes', 'bytes=0-9', 'bytes=-10'), refusal: 'allowed' },
    ],
  },
]

/** Headers that browsers, HTTP libraries and proxies add to requests. */
const added: readonly PlanDimension[] = [
  {
    id: 'user-agent',
    values: [
      { id: 'kit', when: "with the kit's User-Agent" },
      { id: 'absent', when: 'without User-Agent', refusal: 'INFO', change: omit('user-agent') },
      { ...header('User-Agent', 'browser', BROWSER), when: "with a browser's User-Agent" },
    ],
  },
  {
    id: 'origin',
    values: [
      { id: 'absent', when: 'without Origin' },
      {
        ...header('Origin', 'present', ORIGIN, 'null'),
        // Pages without an origin, such as local files, send the origin null.
        when: ['with an Origin that the server does not know', 'with Origin: null'],
        refusal: 'allowed',
      },
    ],
  },
  onOff('Accept-Charset', 'ISO-8859-1,utf-8;q=0.7,*;q=0.7'),
  onOff('Referer', 'https://plant-store-kit.example/garden?bed=2'),
  onOff('Cookie', 'theme=dark; plant-store-kit=1'),
  onOff('Cache-Control', 'no-cache'),
  onOff('Content-Type', 'application/json'),
  onOff('X-Requested-With', 'XMLHttpRequest'),
  {
    id: 'sec-fetch',
    values: [
      { id: 'absent', when: 'without Sec-Fetch headers' },
      {
        id: 'present',
        when: "with a browser's Sec-Fetch headers",
        change: (probe) =>
          addFields(
            probe,
            ['Sec-Fetch-Site', 'same-origin'],
            ['Sec-Fetch-Mode', 'cors'],
            ['Sec-Fetch-Dest', 'empty'],
          ),
      },
    ],
  },
  {
    id: 'x-forwarded',
    values: [
      { id: 'absent', when: 'without X-Forwarded-For and X-Forwarded-Proto' },
      {
        id: 'present',
        when: 'with X-Forwarded-For and X-Forwarded-Proto',
        change: (probe) => addFields(probe, ['X-Forwarded-For', '127.0.0.1'], ['X-Forwarded-Proto', 'https']),
      },
    ],
  },
  onOff('Via', '1.1 plant-store-kit'),
  onOff('traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'),
]

export const headerDimensions: readonly PlanDimension[] = [...negotiation, ...added, ...conditional]

/** Creates a dimension for a header that is usually absent. */
function onOff(name: string, sent: string): PlanDimension {
  const present = { ...header(name, 'present', sent), when: `with ${name}` }
  return { id: name.toLowerCase(), values: [{ id: 'absent', when: `without ${name}` }, present] }
}

/** Creates a dimension's value that sends a header. Requests take turns with the given values of the header. */
function header(name: string, id: string, ...sent: readonly string[]): PlanValue {
  return {
    id,
    when: sent.map((value) => `with ${name}: ${value}`),
    change: (probe, { turn }) => addFields(probe, [name, sent[turn % sent.length] ?? '']),
  }
}

function addFields({ fields = [] }: Probe, ...more: readonly Field[]): Partial<Probe> {
  return { fields: [...fields, ...more] }
}

function omit(name: string): Change {
  return ({ omit: others = [] }) => ({ omit: [...others, name] })
}
