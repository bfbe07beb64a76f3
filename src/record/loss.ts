import type { Exchange, Failure } from '../judge/exchange.ts'

/** Failures after which the server may be down. After the others, it has answered, or the run was stopped. */
const LOST: readonly Failure['kind'][] = ['refused', 'unreachable', 'dns', 'tls', 'reset', 'empty', 'timeout']

/** Whether the server may be down, because it did not respond. */
export function isLost({ failure }: Exchange): boolean {
  return failure !== undefined && LOST.includes(failure.kind)
}

/** Whether the request was sent, so that it may be what stopped the server. */
export function wasSent({ connection }: Exchange): boolean {
  return connection.id > 0
}

/** Whether the server closed the connection in place of a response. */
export function wasClosed({ connection, failure }: Exchange): boolean {
  return connection.id > 0 && (failure?.kind === 'empty' || failure?.kind === 'reset')
}

/** Whether the server answered itself. A gateway that cannot reach it answers in its place. */
export function isServing({ response }: Exchange): boolean {
  return response !== undefined && ![502, 503, 504].includes(response.status)
}
