import { setTimeout as pause } from 'node:timers/promises'
import type { Ask } from '../../answer.ts'
import { answers } from '../../change.ts'
import type { Difference, Variation } from '../../implementation.ts'
import { silentWhen } from '../../message.ts'
import { everyRequest, type When } from '../../when.ts'

/** What stands in place of any answer now and then. */
function instead(status: number, headers: Record<string, string>, when: When): Difference {
  return answers(
    () => ({ status, headers: { 'Content-Type': 'text/html', ...headers }, body: '<h1>Not now</h1>' }),
    when,
  )
}
const NOW = { 'Retry-After': '0' }

/** Whether whoever asks is blocked: from the third bad token on. */
const isBlocked: When = (ask, memory) => {
  const isBad = ask.user === undefined && ask.headers.authorization !== undefined
  memory.bad = (memory.bad ?? 0) + (isBad ? 1 : 0)
  return memory.bad >= 3
}

/** Servers that are slow, throttle, or are away for a moment. */
export const capacity: readonly Variation[] = [
  {
    id: 'throttles-at-once-again',
    title: 'answers every seventh request with 429 and Retry-After: 0',
    rows: ['V28'],
    difference: instead(429, NOW, everyRequest(7)),
  },
  {
    id: 'throttles-without-retry-after',
    title: 'answers every fortieth request with 429 and no word on when to try again',
    rows: ['V28'],
    difference: instead(429, {}, everyRequest(40)),
  },
  {
    id: 'throttles-until-a-date',
    title: 'answers every seventh request with 429 and a date in the past',
    rows: ['V28'],
    difference: instead(429, { 'Retry-After': 'Sun, 06 Nov 1994 08:49:37 GMT' }, everyRequest(7)),
  },
  {
    id: 'throttles-twice',
    title: 'answers two requests of eleven with 429',
    rows: ['V28'],
    difference: instead(429, NOW, (ask) => ask.earlier % 11 > 8),
  },
  {
    id: 'throttles-company',
    title: 'serves four requests at a time and answers the others with 429',
    rows: ['V28', 'V29'],
    difference: instead(429, NOW, ({ together }) => together > 4),
  },
  {
    id: 'serves-one-at-a-time',
    title: 'serves one request at a time and answers the others with 503',
    rows: ['V29'],
    difference: instead(503, NOW, ({ together }) => together > 1),
  },
  ...[502, 503, 504].map((status) => ({
    id: `away-${status}`,
    title: `answers every ninth request with ${status}`,
    rows: ['V29'],
    difference: instead(status, NOW, everyRequest(9)),
  })),
  {
    id: 'throttles-strangers',
    title: 'answers every request without a good token with 429',
    rows: ['V21', 'V28'],
    difference: instead(429, NOW, ({ user }) => user === undefined),
  },
  {
    id: 'always-throttles',
    title: 'answers every request with 429',
    rows: ['V28'],
    difference: instead(429, NOW, () => true),
    incomplete: true,
  },
  {
    id: 'always-away',
    title: 'answers every request with 503',
    rows: ['V29', 'C16'],
    difference: instead(503, NOW, () => true),
    incomplete: true,
  },
  ...[401, 403, 429].map((status) => ({
    id: `blocks-with-${status}`,
    title: `answers everything with ${status} once it has seen three bad tokens`,
    rows: ['V30'],
    difference: answers(() => ({ status, headers: {}, body: '' }), isBlocked),
    ...(status === 401 && { warns: ['auth-challenge-present'] }),
  })),
  {
    id: 'blocks-by-closing',
    title: 'closes every connection once it has seen three bad tokens',
    rows: ['V30'],
    difference: silentWhen(isBlocked),
  },
  {
    id: 'fifty-milliseconds',
    title: 'takes fifty milliseconds for each answer',
    rows: ['V71'],
    difference: slowly(() => 50),
  },
  {
    id: 'wakes-up',
    title: 'takes longer for its very first answer than a client waits',
    rows: ['V71'],
    difference: slowly(({ earlier }) => (earlier === 0 ? 1_500 : 0)),
  },
  {
    id: 'pauses-once',
    title: 'takes longer than a client waits for the first request without a limit after a bad one',
    rows: ['V71'],
    difference: {
      answer: async ({ limits }, correct, memory) => {
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
    title: 'answers a single request of all with 500',
    rows: ['C15'],
    difference: instead(500, {}, ({ earlier }) => earlier === 20),
    warns: ['limit-positive-no-crash'],
  },
  {
    id: 'drops-one',
    title: 'closes a single connection without an answer',
    rows: ['V59', 'OP09'],
    difference: silentWhen(({ earlier }) => earlier === 3),
    warns: ['operation-answers'],
  },
  {
    id: 'slow-first-answer',
    title: 'takes most of a second for its first answer',
    rows: ['V71'],
    difference: slowly(({ earlier }) => (earlier === 0 ? 700 : 0)),
  },
  {
    id: 'slow-in-company',
    title: 'is the slower the more it has to do',
    rows: ['V71'],
    difference: slowly(({ together }) => together * 5),
  },
]

function slowly(milliseconds: (ask: Ask) => number): Difference {
  return {
    answer: async (ask, correct) => {
      const ms = milliseconds(ask)
      if (ms > 0) await pause(ms)
      return correct
    },
  }
}
