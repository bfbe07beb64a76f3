import type { Facts } from '../../../src/harness/check.ts'
import type { Exchange } from '../../../src/harness/exchange.ts'
import type { CheckDefinition } from '../define.ts'
import { answered, fieldOf, inStandard, isAnswered, isDocumentedAnswer, statusViolation } from '../define.ts'

const ORIGIN = 'access-control-allow-origin'
const CREDENTIALS = 'access-control-allow-credentials'
const forBrowsers = 'a server that allows other origins'

/** What browsers go by. An API need not serve them; what it allows must not open more than it means to. */
export const cors: readonly CheckDefinition[] = [
  {
    id: 'cors-origin-not-reflected',
    title: 'Not every origin may ask with credentials',
    level: 'SHOULD',
    clause: inStandard(
      'Fetch, CORS check',
      'With Access-Control-Allow-Credentials the named origin acts in its visitors name',
    ),
    rows: ['SE07'],
    sent: 'the request from an unknown origin and from the origin null, with the token and without',
    expected: 'neither origin together with Access-Control-Allow-Credentials: true',
    requires: 'an answer to a request with an Origin',
    applies: (exchange) => exchange.probe.id.startsWith('origin/') && isAnswered(exchange),
    judge: (exchange) => {
      const asked = exchange.probe.fields?.find(([name]) => name === 'Origin')?.[1]
      const [allowed] = fieldOf(exchange, ORIGIN)
      if (asked === undefined || allowed !== asked || !allowsCredentials(exchange)) return []
      return [
        {
          message: `the origin ${asked} is allowed with credentials, as any other would be`,
          pointer: 'Access-Control-Allow-Origin',
          expected: 'known origins only, or no Access-Control-Allow-Credentials',
          actual: `${allowed} with credentials`,
        },
      ]
    },
  },
  {
    id: 'cors-one-origin',
    title: 'The allowed origin is one that browsers understand',
    level: 'SHOULD',
    clause: inStandard('Fetch, CORS check', 'One origin or *, and * only without credentials'),
    rows: ['SE08', 'C60'],
    sent: 'every request',
    expected: 'one Access-Control-Allow-Origin, and not * with Access-Control-Allow-Credentials: true',
    requires: 'an answer with Access-Control-Allow-Origin',
    applies: (exchange) =>
      (isDocumentedAnswer(exchange) || exchange.probe.id.startsWith('origin/')) &&
      fieldOf(exchange, ORIGIN).length > 0,
    judge: (exchange) => {
      const values = fieldOf(exchange, ORIGIN).flatMap((value) => value.split(/[\s,]+/))
      const actual = values.join(', ')
      const violation = { pointer: 'Access-Control-Allow-Origin', expected: 'one origin, or * alone' }
      if (values.length > 1)
        return [
          { ...violation, message: 'several origins are allowed at once: browsers refuse that', actual },
        ]
      if (actual === '*' && allowsCredentials(exchange))
        return [
          {
            ...violation,
            message: 'every origin is allowed with credentials: browsers refuse that',
            actual: '* with credentials',
          },
        ]
      return []
    },
  },
  {
    id: 'cors-preflight-answered',
    title: 'A browser may ask whether it may send the token',
    level: 'INFO',
    clause: inStandard(
      'Fetch, CORS-preflight fetch',
      'A preflight comes without a token, and Authorization has to be named: * does not cover it',
    ),
    rows: ['SE09', 'C61'],
    sent: 'OPTIONS with Origin and Access-Control-Request-Headers: authorization, without a token',
    expected: 'a 2xx that allows the origin and the field Authorization',
    requires: forBrowsers,
    applies: (exchange, facts) =>
      exchange.probe.id === 'origin/preflight' && isAnswered(exchange) && servesBrowsers(facts),
    judge: answered((exchange) => {
      const { status } = exchange.response
      if (status < 200 || status > 299)
        return [statusViolation(exchange, '204 or 200', `the preflight is refused with ${status}`)]
      const names = fieldOf(exchange, 'access-control-allow-headers').join(', ')
      if (fieldOf(exchange, ORIGIN).length > 0 && /(^|[\s,])authorization([\s,]|$)/i.test(names)) return []
      return [
        {
          message: 'the preflight does not allow the field Authorization',
          pointer: 'Access-Control-Allow-Headers',
          expected: 'Authorization, by its name',
          actual: names || 'no such field',
        },
      ]
    }),
  },
  {
    id: 'cors-errors-readable',
    title: 'A browser can read why it was refused',
    level: 'INFO',
    clause: inStandard('Fetch, CORS check', 'Without Access-Control-Allow-Origin a script sees no status'),
    rows: ['SE10'],
    sent: 'the request from another origin without a token',
    expected: 'Access-Control-Allow-Origin, as on other answers',
    requires: forBrowsers,
    applies: (exchange, facts) =>
      exchange.probe.id === 'origin/none' && (exchange.response?.status ?? 0) >= 400 && servesBrowsers(facts),
    judge: (exchange) =>
      fieldOf(exchange, ORIGIN).length > 0
        ? []
        : [
            {
              message: 'a browser shows a refusal as a network error: it lacks what the list has',
              pointer: 'Access-Control-Allow-Origin',
              expected: 'the field that the 200 has',
              actual: 'no such field',
            },
          ],
  },
]

function allowsCredentials(exchange: Exchange): boolean {
  return fieldOf(exchange, CREDENTIALS).includes('true')
}

/** Whether another origin is allowed to read the list: only then does the rest matter. */
function servesBrowsers(facts: Facts): boolean {
  return facts.exchanges.some(
    (exchange) =>
      exchange.probe.id === 'origin/foreign' &&
      fieldOf(exchange, ORIGIN).some((value) => value === '*' || value === exchange.probe.fields?.[0]?.[1]),
  )
}
