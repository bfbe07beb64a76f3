import type { Facts } from '../../../src/judge/check.ts'
import type { Exchange } from '../../../src/judge/exchange.ts'

/**
 * Describes the body of a response that must not have one, if it arrived after its end, and so may seem to belong to this
 * exchange: this response or an earlier one on the connection is one to HEAD, a 204 or a 304, and only such connections carry too
 * many bytes.
 */
export function findLateBody(exchange: Exchange, { exchanges }: Facts): string | undefined {
  const excess = describeExcess(exchange)
  if (excess === undefined || !(isBodiless(exchange) || isAfterBodiless(exchange, exchanges)))
    return undefined
  const isElsewhere = exchanges.some(
    (other) =>
      describeExcess(other) !== undefined && !isBodiless(other) && !isAfterBodiless(other, exchanges),
  )
  return isElsewhere ? undefined : excess
}

function describeExcess({ response, failure }: Exchange): string | undefined {
  if (failure) return failure.kind === 'unparsable' ? failure.message : undefined
  return response.anomalies.find(({ code }) => code === 'surplus')?.detail
}

function isAfterBodiless({ connection }: Exchange, exchanges: readonly Exchange[]): boolean {
  return exchanges.some(
    (earlier) =>
      earlier.connection.id === connection.id &&
      earlier.connection.earlier < connection.earlier &&
      isBodiless(earlier),
  )
}

function isBodiless({ probe, response }: Exchange): boolean {
  return probe.method === 'HEAD' || [204, 304].includes(response?.status ?? 0)
}
