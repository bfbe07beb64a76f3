import type { Check, Facts } from '../../../src/judge/check.ts'
import { type Exchange, isAnswered } from '../../../src/judge/exchange.ts'
import { hasCondition, headerValues, isDocumentedResponse, isProbe, isSuccess } from '../exchanges.ts'
import { headerViolation, statusViolation, violation, whenAnswered } from '../whenAnswered.ts'

const ORIGIN = 'access-control-allow-origin'
const CREDENTIALS = 'access-control-allow-credentials'
const requires = 'a server that lets pages from other origins read its responses'

/** Checks of CORS headers. An API need not support browsers, but must not give pages from other origins more access than intended. */
export const corsChecks: readonly Check[] = [
  {
    id: 'cors-origin-not-reflected',
    title: 'Does not allow credentials from every origin',
    level: 'SHOULD',
    requirement: {
      standard: 'Fetch, CORS check',
      text: 'With Access-Control-Allow-Credentials, pages from an allowed origin can read the responses to requests with cookies',
    },
    sent: 'the request with an unknown Origin, with and without the token, and the request with Origin: null and the token',
    fix: "Allow credentials only for origins in a fixed list, which must not contain null. Do not copy the request's Origin into the response.",
    requires: 'a response to a request with an Origin',
    applies: (exchange) => readSentOrigin(exchange) !== undefined && isAnswered(exchange),
    judge: (exchange) => {
      const origin = readSentOrigin(exchange)
      const [allowed] = headerValues(exchange, ORIGIN)
      if (origin === undefined || allowed !== origin || !allowsCredentials(exchange)) return []
      return violation({
        message:
          origin === 'null'
            ? 'the server allows the origin null with credentials, but any site can send requests with the origin null from a sandboxed frame'
            : `the server allows the origin ${origin} with credentials, and probably any other origin`,
        pointer: 'Access-Control-Allow-Origin',
        expected: 'known origins only, or no Access-Control-Allow-Credentials',
        actual: `${allowed} with credentials`,
      })
    },
  },
  {
    id: 'cors-one-origin',
    title: 'Allows no list of origins, and no * with credentials',
    level: 'SHOULD',
    requirement: { standard: 'Fetch, CORS check', text: 'The value is one origin, or * without credentials' },
    sent: 'every request',
    fix: 'In Access-Control-Allow-Origin, send either one origin exactly as in the request, or * without credentials.',
    requires: 'a response with Access-Control-Allow-Origin',
    applies: (exchange, facts) =>
      (isDocumentedResponse(exchange, facts) || readSentOrigin(exchange) !== undefined) &&
      headerValues(exchange, ORIGIN).length > 0,
    judge: (exchange) => {
      const values = headerValues(exchange, ORIGIN)
      const actual = values.join(', ')
      const shared = { pointer: 'Access-Control-Allow-Origin', expected: 'one origin, or * alone' }
      if (values.length > 1 || /[\s,]/.test(actual))
        return [{ ...shared, message: 'browsers reject a list in Access-Control-Allow-Origin', actual }]
      if (actual === '*' && allowsCredentials(exchange))
        return violation({
          ...shared,
          message: 'the server allows every origin with credentials, but browsers reject this combination',
          actual: '* with credentials',
        })
      return []
    },
  },
  {
    id: 'cors-preflight-answered',
    title: 'Allows a browser to send the token',
    level: 'INFO',
    requirement: {
      standard: 'Fetch, CORS-preflight fetch',
      text: 'A browser sends a preflight without a token, and * does not include Authorization',
    },
    sent: 'OPTIONS with Origin and Access-Control-Request-Headers: authorization, without a token',
    fix: 'Return a 204 for OPTIONS requests without a token, and list Authorization in Access-Control-Allow-Headers.',
    requires,
    applies: (exchange, facts) =>
      isProbe(exchange, 'origin/preflight') && isAnswered(exchange) && servesBrowsers(facts),
    judge: whenAnswered((exchange) => {
      const { status } = exchange.response
      if (!isSuccess(status)) return statusViolation(exchange, `the preflight gets a ${status}`, '204 or 200')
      const names = headerValues(exchange, 'access-control-allow-headers').join(', ')
      if (headerValues(exchange, ORIGIN).length > 0 && /(^|[\s,])authorization([\s,]|$)/i.test(names))
        return []
      const message = 'the response to the preflight does not let browsers send Authorization'
      return headerViolation(exchange, 'Access-Control-Allow-Headers', message, 'Authorization by name')
    }),
  },
  {
    id: 'cors-errors-readable',
    title: 'Lets a browser read why the server refused a request',
    level: 'INFO',
    requirement: {
      standard: 'Fetch, CORS check',
      text: 'Without Access-Control-Allow-Origin, a script cannot read the status',
    },
    sent: 'the request without a token, from another origin',
    fix: 'Send the CORS headers with every status, including 400 and 401.',
    requires,
    applies: (exchange, facts) =>
      exchange.probe.credential.kind === 'none' &&
      exchange.probe.documented &&
      readSentOrigin(exchange) !== undefined &&
      (exchange.response?.status ?? 0) >= 400 &&
      servesBrowsers(facts),
    judge: (exchange) =>
      headerValues(exchange, ORIGIN).length > 0
        ? []
        : headerViolation(
            exchange,
            'Access-Control-Allow-Origin',
            'without Access-Control-Allow-Origin, browsers report this refusal as a network error',
            'the same header as in the 200',
          ),
  },
]

const readSentOrigin = ({ probe }: Exchange): string | undefined =>
  probe.fields?.find(([name]) => name === 'Origin')?.[1]

const allowsCredentials = (exchange: Exchange): boolean =>
  headerValues(exchange, CREDENTIALS).includes('true')

/** Returns whether pages from another origin may read the list. Without this access, preflights and errors do not matter. */
function servesBrowsers(facts: Facts): boolean {
  return facts.exchanges.some(
    (exchange) =>
      hasCondition(exchange, 'origin') &&
      headerValues(exchange, ORIGIN).some((value) => value === '*' || value === readSentOrigin(exchange)),
  )
}
