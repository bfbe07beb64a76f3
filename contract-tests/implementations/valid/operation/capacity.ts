import { setTimeout as pause } from 'node:timers/promises'
import { changeResponses } from '../../change.ts'
import type { Difference, Variation } from '../../implementation.ts'
import type { IncomingRequest } from '../../response.ts'
import { closeWhen } from '../../rewrite.ts'
import { responseBytes } from '../../startImplementation.ts'
import { everyNthRequest, type When } from '../../when.ts'

/** Replaces a response when the condition holds. */
function instead(status: number, headers: Record<string, string>, when: When): Difference {
  return changeResponses(
    () => ({ status, headers: { 'Content-Type': 'text/html', ...headers }, body: '<h1>Not now</h1>' }),
    when,
  )
}
const NOW = { 'Retry-After': '0' }

/** Whether the client is blocked: after three wrong tokens. */
const isLockedOut: When = (request, memory) => {
  const isBad = request.user === undefined && request.headers.authorization !== undefined
  memory.bad = (memory.bad ?? 0) + (isBad ? 1 : 0)
  return memory.bad >= 3
}

/** Slow, throttling and temporarily unavailable servers. */
export const capacityVariations: readonly Variation[] = [
  {
    id: 'throttles-at-once-again',
    title: 'returns 429 with Retry-After: 0 to every seventh request',
    rows: ['V28'],
    difference: instead(429, NOW, everyNthRequest(7)),
  },
  {
    id: 'throttles-without-retry-after',
    title: 'returns 429 without Retry-After to every fortieth request',
    rows: ['V28'],
    difference: instead(429, {}, everyNthRequest(40)),
  },
  {
    id: 'throttles-until-a-date',
    title: 'returns 429 with a Retry-After date in the past to every seventh request',
    rows: ['V28'],
    difference: instead(429, { 'Retry-After': 'Sun, 06 Nov 1994 08:49:37 GMT' }, everyNthRequest(7)),
  },
  {
    id: 'throttles-twice',
    title: 'returns 429 to two requests out of eleven',
    rows: ['V28'],
    difference: instead(429, NOW, (request) => request.requestsBefore % 11 > 8),
  },
  {
    id: 'throttles-company',
    title: 'serves four requests at a time and returns 429 to the others',
    rows: ['V28', 'V29'],
    difference: instead(429, NOW, ({ concurrent }) => concurrent > 4),
  },
  {
    id: 'serves-one-at-a-time',
    title: 'serves one request at a time and returns 503 to the others',
    rows: ['V29'],
    difference: instead(503, NOW, ({ concurrent }) => concurrent > 1),
  },
  ...[502, 503, 504].map((status) => ({
    id: `away-${status}`,
    title: `returns ${status} to every ninth request`,
    rows: ['V29'],
    difference: instead(status, NOW, everyNthRequest(9)),
  })),
  {
    id: 'throttles-strangers',
    title: 'returns 429 to every request without a valid token',
    rows: ['V21', 'V28'],
    difference: instead(429, NOW, ({ user }) => user === undefined),
  },
  {
    id: 'always-throttles',
    title: 'returns 429 to every request',
    rows: ['V28'],
    difference: instead(429, NOW, () => true),
    incomplete: true,
  },
  {
    id: 'always-away',
    title: 'returns 503 to every request',
    rows: ['V29', 'C16'],
    difference: instead(503, NOW, () => true),
    incomplete: true,
  },
  ...[401, 403, 429].map((status) => ({
    id: `blocks-with-${status}`,
    title: `returns ${status} to everything after three invalid tokens`,
    rows: ['V30'],
    difference: changeResponses(() => ({ status, headers: {}, body: '' }), isLockedOut),
    ...(status === 401 && { warns: ['auth-challenge-present'] }),
  })),
  {
    id: 'blocks-by-closing',
    title: 'closes every connection after three invalid tokens',
    rows: ['V30'],
    difference: closeWhen(isLockedOut),
  },
  {
    id: 'fifty-milliseconds',
    title: 'takes fifty milliseconds for each response',
    rows: ['V71'],
    difference: slowly(() => 50),
  },
  {
    id: 'wakes-up',
    title: 'takes longer for its first response than the client is willing to wait',
    rows: ['V71'],
    difference: slowly(({ requestsBefore }) => (requestsBefore === 0 ? 1_500 : 0)),
  },
  {
    id: 'pauses-once',
    title: 'times out for one request after an invalid limit',
    rows: ['V71'],
    difference: {
      respond: async ({ limits }, correct, memory) => {
        if (correct.status === 400) memory.bad ??= 1
        if (limits.length > 0 || memory.bad !== 1) return correct
        memory.bad = 2
        await pause(1_500)
        return correct
      },
    },
  },
  {
    id: 'stumbles-once',
    title: 'returns 500 once',
    rows: ['C15'],
    difference: instead(500, {}, ({ requestsBefore }) => requestsBefore === 20),
    warns: ['operation-no-crash', 'limit-positive-no-crash'],
  },
  {
    id: 'drops-one',
    title: 'closes a connection without a response, once',
    rows: ['V59', 'OP09'],
    difference: closeWhen(({ requestsBefore }) => requestsBefore === 3),
    warns: ['operation-answers'],
  },
  {
    id: 'slow-first-answer',
    title: 'takes most of a second for its first response',
    rows: ['V71'],
    difference: slowly(({ requestsBefore }) => (requestsBefore === 0 ? 700 : 0)),
  },
  {
    id: 'slow-in-company',
    title: 'becomes slower with each concurrent request',
    rows: ['V71'],
    difference: slowly(({ concurrent }) => concurrent * 5),
  },
  {
    id: 'drops-connections-for-a-while',
    title: 'drops every connection for a moment, as if it were restarting',
    rows: ['V29', 'V59'],
    difference: {
      bytes: (request, response, memory) => {
        if (request.requestsBefore === 50) memory.until = performance.now() + 150
        return performance.now() < (memory.until ?? 0) ? undefined : responseBytes(request, response)
      },
    },
  },
  {
    id: 'proxy-login',
    title: 'is behind a proxy that requires a login',
    rows: ['V33'],
    difference: instead(407, { 'Proxy-Authenticate': 'Basic realm="office"' }, () => true),
    incomplete: true,
  },
  {
    id: 'proxy-error-page',
    title: 'cannot be reached by the proxy in front of it, which says so with a 400',
    rows: ['V72', 'V33'],
    difference: instead(400, { 'X-Squid-Error': 'ERR_CANNOT_FORWARD 0' }, () => true),
    incomplete: true,
  },
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
