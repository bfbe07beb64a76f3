import { setTimeout as pause } from 'node:timers/promises'
import { changeResponses } from '../change.ts'
import { type Difference, type Variation, valid } from '../implementation.ts'
import { emptyResponse, htmlResponse, type IncomingRequest } from '../response.ts'
import { closeWhen } from '../rewrite.ts'
import { responseBytes } from '../startImplementation.ts'
import { everyNthRequest, type When } from '../when.ts'

/** Responds with this status when the condition holds. */
function instead(status: number, headers: Record<string, string>, when: When): Difference {
  return changeResponses(() => htmlResponse(status, '<h1>Not now</h1>', headers), when)
}
const NOW = { 'Retry-After': '0' }

/** Returns whether the server blocks the client, which it does from the third request with a wrong token on. */
const isLockedOut: When = (request, memory) => {
  const isBad = request.user === undefined && request.headers.authorization !== undefined
  memory.bad = (memory.bad ?? 0) + (isBad ? 1 : 0)
  return memory.bad >= 3
}

/** Valid servers that are slow, throttle or block requests, or are unavailable. */
export const capacityVariations: readonly Variation[] = [
  ...valid('V28', {
    'throttles-at-once-again: returns 429 with Retry-After: 0 to every seventh request': instead(
      429,
      NOW,
      everyNthRequest(7),
    ),
    'throttles-without-retry-after: returns 429 without Retry-After to every fortieth request': instead(
      429,
      {},
      everyNthRequest(40),
    ),
    'throttles-until-a-date: returns 429 with a Retry-After date in the past to every twentieth request':
      instead(429, { 'Retry-After': 'Sun, 06 Nov 1994 08:49:37 GMT' }, everyNthRequest(20)),
  }),
  ...valid('V28 V29', {
    'throttles-company: serves at most four requests at the same time, and returns 429 to all others':
      instead(429, NOW, ({ concurrent }) => concurrent > 4),
    'serves-one-at-a-time (V29): serves one request at a time, and returns 503 to all others': instead(
      503,
      NOW,
      ({ concurrent }) => concurrent > 1,
    ),
  }),
  ...[502, 503, 504].map((status) => ({
    id: `away-${status}`,
    title: `returns ${status} to every ninth request`,
    rows: ['V29'],
    difference: instead(status, NOW, everyNthRequest(9)),
  })),
  ...valid('V21 V28', {
    'throttles-strangers: returns 429 to every request without a valid token': {
      difference: instead(429, NOW, ({ user }) => user === undefined),
      incomplete: true,
    },
    'always-throttles (V28): returns 429 to every request': {
      difference: instead(429, NOW, () => true),
      incomplete: true,
    },
    'always-away (V29 C16): returns 503 to every request': {
      difference: instead(503, NOW, () => true),
      incomplete: true,
    },
  }),
  ...[401, 403, 429].map((status) => ({
    id: `blocks-with-${status}`,
    title: `returns ${status} to every request, starting with the third request with an invalid token`,
    rows: ['V30'],
    difference: changeResponses(() => emptyResponse(status), isLockedOut),
    ...(status === 401 && { warns: ['auth-challenge-present'] }),
  })),
  ...valid('V30', {
    'blocks-by-closing: closes every connection, starting with the third request with an invalid token':
      closeWhen(isLockedOut),
  }),
  ...valid('V71', {
    'wakes-up: sends its first response after one and a half seconds': slowly(({ requestsBefore }) =>
      requestsBefore === 0 ? 1_500 : 0,
    ),
    'pauses-once: delays one response by one and a half seconds after its first 400': {
      respond: async ({ limits }, correct, memory) => {
        if (correct.status === 400) memory.bad ??= 1
        if (limits.length > 0 || memory.bad !== 1) return correct
        memory.bad = 2
        await pause(1_500)
        return correct
      },
    },
    'stumbles-once (C15): returns 500 once, to its twenty-first request': {
      difference: instead(500, {}, ({ requestsBefore }) => requestsBefore === 20),
      warns: ['operation-no-crash', 'limit-positive-no-crash'],
    },
    'drops-one (V59 OP09): closes the connection without a response at its fourth request': {
      difference: closeWhen(({ requestsBefore }) => requestsBefore === 3),
      warns: ['operation-answers'],
    },
    'drops-two-percent (V59 OP09): closes the connection without a response at every fiftieth request': {
      difference: closeWhen(everyNthRequest(50)),
      warns: ['operation-answers'],
    },
    'drops-connections-for-a-while (V29 V59): answers no requests for 150 milliseconds, as if it were restarting':
      {
        bytes: (request, response, memory) => {
          if (request.requestsBefore === 50) memory.until = performance.now() + 150
          return performance.now() < (memory.until ?? 0) ? undefined : responseBytes(request, response)
        },
      },
    'proxy-login (V33): sits behind a proxy that requires a login and returns 407 to every request': {
      difference: instead(407, { 'Proxy-Authenticate': 'Basic realm="office"' }, () => true),
      incomplete: true,
    },
    'proxy-error-page (V72 V33): sits behind a proxy that cannot reach the server and returns 400 to every request':
      { difference: instead(400, { 'X-Squid-Error': 'ERR_CANNOT_FORWARD 0' }, () => true), incomplete: true },
  }),
]

function slowly(milliseconds: (request: IncomingRequest) => number): Difference {
  return {
    respond: async (request, correct) => {
      const ms = milliseconds(request)
      if (ms > 0) await pause(ms)
      return correct
    },
  }
}
