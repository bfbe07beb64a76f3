import type { AnsweredExchange, Exchange } from './exchange.ts'

export function isAnswered(exchange: Exchange): exchange is AnsweredExchange {
  return exchange.response !== undefined
}

/** The documented request with a token that opens it. */
export function isAuthorised({ probe }: Exchange): boolean {
  return probe.documented && (probe.credential.kind === 'valid' || probe.credential.kind === 'other')
}

/** An authorised 200 of the operation, or the 203 that a proxy makes of it: the contract says what its body is. */
export function isPlantsAnswer(exchange: Exchange): exchange is AnsweredExchange {
  const status = exchange.response?.status
  return isAuthorised(exchange) && (status === 200 || status === 203)
}
