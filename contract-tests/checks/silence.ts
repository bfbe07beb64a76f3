import type { Facts } from '../../src/judge/check.ts'
import type { Exchange } from '../../src/judge/exchange.ts'
import type { Violation } from '../../src/judge/report.ts'
import { findOutage, isNeverAnswered } from '../../src/judge/silence.ts'

/**
 * `outage`: the server stops answering after the request, each time. `end`: it never answers anything again. `timeout`: it never
 * answers this one request.
 */
type Silence = 'outage' | 'end' | 'timeout'

const MESSAGES: Readonly<Record<Silence, (request: string) => string>> = {
  outage: (request) => `after ${request} the server stops answering, and again when the request is repeated`,
  end: (request) => `after ${request} the server never answers again`,
  timeout: (request) => `${request} is never answered, but other requests are`,
}

/** Whether the request silences the server, though others do not. */
export function findSilence(exchange: Exchange, { exchanges, outages }: Facts): Silence | undefined {
  const outage = findOutage(exchange, outages)
  if (outage) return outage.recovered || wasRepeated(exchange, exchanges) ? 'outage' : 'end'
  return isNeverAnswered(exchange, exchanges) ? 'timeout' : undefined
}

export function describeSilence(request: string, silence: Silence): Violation {
  const actual = silence === 'timeout' ? 'no response in time' : 'no response to any request'
  const message = MESSAGES[silence](request)
  return { message, pointer: 'response', expected: 'a response, to this request and the next', actual }
}

function wasRepeated({ probe }: Exchange, exchanges: readonly Exchange[]): boolean {
  return exchanges.filter((other) => other.probe.id === probe.id).length > 1
}
