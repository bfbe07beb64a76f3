import { type Exchange, isAuthorised, isPlantsAnswer } from './exchange.ts'

/** This many requests without a valid token may look like an attack. */
const LOCKOUT_AFTER = 3

/**
 * Whether the server has locked the client out because of earlier requests without a valid token: it rejects the valid
 * token too, or closes the connection, and serves nothing until the end of the run. That is a defence, not a violation.
 */
export function isLockedOut(exchange: Exchange, exchanges: readonly Exchange[]): boolean {
  if (!isRejected(exchange)) return false
  const lastServed = exchanges.findLastIndex(isPlantsAnswer)
  const begin = exchanges.findIndex((later, index) => index > lastServed && isRejected(later))
  const failed = exchanges.slice(0, begin).filter(isFailedAuthentication).length
  return exchanges.indexOf(exchange) > lastServed && failed >= LOCKOUT_AFTER
}

function isRejected(exchange: Exchange): boolean {
  const { response, failure } = exchange
  if (!isAuthorised(exchange)) return false
  return response
    ? [401, 403, 429].includes(response.status)
    : failure?.kind === 'empty' || failure?.kind === 'reset'
}

function isFailedAuthentication({ probe, response }: Exchange): boolean {
  return ['none', 'bad', 'lenient'].includes(probe.credential.kind) && response?.status !== 200
}
