import { isBlocked } from '../../../src/harness/judge/lockout.ts'
import type { CheckDefinition } from '../define.ts'
import { inContract, isHealth, isPause, isPlain, isPlantsAnswer } from '../define.ts'

/** Whether the server outlives bad requests. */
export const health: readonly CheckDefinition[] = [
  {
    id: 'health-after-bad-requests',
    title: 'The server is well after bad requests',
    level: 'MUST',
    clause: inContract(
      'A valid request is served, whatever came before it',
      ({ operation }) => operation.pointer,
    ),
    rows: ['CA10'],
    sent: 'the plain request after each group of bad ones',
    expected: '200, as before',
    supersededBy: ['operation-token-honoured', 'operation-answers', 'limit-positive-no-crash'],
    requires: 'a plain request that was served before',
    applies: (exchange, facts) =>
      isHealth(exchange) &&
      // A request that was never served cannot have been served before.
      facts.exchanges.some((each) => isPlain(each) && isPlantsAnswer(each)) &&
      exchange.failure?.kind !== 'stopped' &&
      !isBlocked(exchange, facts.exchanges),
    judge: (exchange, facts) => {
      const { probe, response, failure } = exchange
      if (isPause(exchange, facts)) return []
      if (
        response &&
        (response.status < 400 ||
          response.status === 429 ||
          // Which limits are refused is open.
          (response.status === 400 && probe.limit === 'positive') ||
          (response.status > 501 && response.status < 505))
      )
        return []
      const actual = response?.statusLine ?? failure?.message ?? ''
      const after = probe.id.replace('health/', '').replaceAll('-', ' ')
      return [
        {
          message: `after ${after}, the plain request is no longer served`,
          pointer: 'status',
          expected: '200',
          actual,
        },
      ]
    },
  },
]
