import type { Facts } from '../../src/harness/check.ts'
import type { Exchange } from '../../src/harness/exchange.ts'
import { isDeadly, isNeverAnswered } from '../../src/harness/judge/silence.ts'
import type { Violation } from '../../src/harness/report.ts'

/** `outage`: the server stops answering after the request. `timeout`: it never answers this one request. */
type Silence = 'outage' | 'timeout'

/** Whether the request silences the server, though others do not. */
export function findSilence(exchange: Exchange, { exchanges, outages }: Facts): Silence | undefined {
  if (isDeadly(exchange, outages)) return 'outage'
  return isNeverAnswered(exchange, exchanges) ? 'timeout' : undefined
}

export function describeSilence(request: string, silence: Silence): Violation {
  const message =
    silence === 'outage'
      ? `after ${request} the server stops answering, and again when the request is repeated`
      : `${request} is never answered, but other requests are`
  const actual = silence === 'outage' ? 'no response to any request' : 'no response in time'
  return { message, pointer: 'response', expected: 'a response, to this request and the next', actual }
}
