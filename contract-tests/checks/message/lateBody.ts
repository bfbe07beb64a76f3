import type { Facts } from '../../../src/harness/check.ts'
import type { Exchange } from '../../../src/harness/exchange.ts'

/**
 * Describes the body of a response that must not have one, if it arrived so late that it seems to belong to this exchange: an
 * earlier response on the connection was one to HEAD, a 204 or a 304, and only such connections carry too many bytes.
 */
export function findLateBody(exchange: Exchange, { exchanges }: Facts): string | undefined {
  const excess = describeExcess(exchange)
  if (excess === undefined || !isAfterBodiless(exchange, exchanges)) return undefined
  const isElsewhere = exchanges.some(
    (other) => describeExcess(other) !== undefined && !isAfterBodiless(other, exchanges),
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
      (earlier.probe.method === 'HEAD' || [204, 304].includes(earlier.response?.status ?? 0)),
  )
}
