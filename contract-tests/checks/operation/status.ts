import type { Exchange } from '../../../src/harness/exchange.ts'
import type { CheckDefinition } from '../define.ts'
import { answered, inContract, inStandard, isAnswered, isAuthorised, statusViolation } from '../define.ts'
import { isOrdinary, listsPlants } from './operation.ts'

const documentsTwo = inContract(
  'The operation documents 200 and 400',
  ({ operation }) => `${operation.pointer}/responses`,
)

/** Which statuses the documented request is answered with, and where redirects lead. */
export const status: readonly CheckDefinition[] = [
  {
    id: 'status-success-is-200',
    title: 'Success has status 200',
    level: 'MUST',
    clause: documentsTwo,
    rows: ['OP03', 'OP04'],
    sent: 'every documented request',
    expected: 'no 2xx but 200',
    requires: 'an answer to a documented request',
    subject: 'status',
    applies: (exchange) => isAuthorised(exchange) && isAnswered(exchange),
    judge: answered((exchange) => {
      const { status } = exchange.response
      if (status < 201 || status > 299 || status === 203) return []
      const hint = status === 204 ? ': an empty list is 200 with []' : ''
      return [statusViolation(exchange, '200', `a success with the undocumented status ${status}${hint}`)]
    }),
  },
  {
    id: 'status-not-transformed',
    title: 'No proxy transforms the answer',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 15.3.4', '203 tells that a transforming proxy changed the 200'),
    rows: ['C49'],
    sent: 'every documented request',
    expected: 'no 203',
    requires: 'an answer to a documented request',
    applies: (exchange) => isAuthorised(exchange) && isAnswered(exchange),
    judge: answered((exchange) =>
      exchange.response.status === 203
        ? [
            statusViolation(
              exchange,
              '200',
              'the answer came changed by a proxy, with the undocumented status 203',
            ),
          ]
        : [],
    ),
  },
  {
    id: 'status-no-unasked-304',
    title: 'A request without conditions is never answered with 304',
    level: 'MUST',
    clause: inStandard(
      'RFC 9110 section 15.4.5',
      '304 answers a conditional request; the client has nothing stored',
    ),
    rows: ['OP06'],
    sent: 'every documented request, none of them conditional',
    expected: 'no 304',
    requires: 'an answer to a documented request',
    subject: 'status',
    applies: (exchange) => isAuthorised(exchange) && isAnswered(exchange),
    judge: answered((exchange) =>
      exchange.response.status === 304
        ? [
            statusViolation(
              exchange,
              '200 with the list',
              'an unconditional request is answered with 304 and no body',
            ),
          ]
        : [],
    ),
  },
  {
    id: 'redirect-arrives',
    title: 'Redirects end at the operation',
    level: 'MUST',
    clause: listsPlants,
    rows: ['OP07'],
    sent: 'the documented request, its redirects followed on the same host',
    expected: 'a 200 or 400 after at most five redirects',
    requires: 'an answer to a documented request',
    subject: 'status',
    applies: (exchange) => isOrdinary(exchange) && isAnswered(exchange) && leavesHost(exchange) === undefined,
    judge: answered((exchange) => {
      const { status } = exchange.response
      const lost = exchange.hops.length > 0 && (status === 404 || status === 405)
      if (!lost && (status < 300 || status > 399 || status === 304)) return []
      const way = [...exchange.hops.map(({ from }) => from), exchange.url].join(' → ')
      return [statusViolation(exchange, '200', `a redirect does not arrive: ${way}`)]
    }),
  },
  {
    id: 'redirect-keeps-token-safe',
    title: 'No redirect leads the token to another host or off TLS',
    level: 'SHOULD',
    clause: inStandard('RFC 6750 section 5.3', 'Bearer tokens go over TLS to their own audience only'),
    rows: ['OP08'],
    sent: 'the documented request; the token is never sent to the other place',
    expected: 'redirects on the same host, and none from https to http',
    requires: 'an answer to a documented request',
    applies: (exchange) => isOrdinary(exchange) && isAnswered(exchange),
    judge: answered((exchange) => {
      const location = leavesHost(exchange)
      if (location === undefined) return []
      return [
        {
          message: `the answer redirects to ${location}: clients that follow with the token hand it over`,
          pointer: 'Location',
          expected: `a location on ${new URL(exchange.url).host}`,
          actual: location,
        },
      ]
    }),
  },
]

/** Where a redirect leads that the client does not follow, for the token's sake. */
function leavesHost(exchange: Exchange): string | undefined {
  const { response } = exchange
  if (!response || response.status < 300 || response.status > 399) return undefined
  const location = response.fields.find(([name]) => name.toLowerCase() === 'location')?.[1]
  if (location === undefined || !URL.canParse(location, exchange.url)) return undefined
  const target = new URL(location, exchange.url)
  const origin = new URL(exchange.url)
  const downgraded = origin.protocol === 'https:' && target.protocol === 'http:'
  return target.hostname !== origin.hostname || downgraded ? target.href : undefined
}
