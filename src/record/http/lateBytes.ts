import type { Anomaly, Exchange } from '../../judge/exchange.ts'

/** Bytes that arrived on an idle connection, after the response to the last request on it was complete. */
export type LateBytes = {
  /** Which exchange they follow: the connection's id, and how many requests it had carried before. */
  connection: Exchange['connection']
  detail: string
}

/** The exchanges, with a `surplus` anomaly for those that late bytes follow. The exchanges given are not changed. */
export function addLateBytes(
  exchanges: readonly Exchange[],
  events: readonly LateBytes[],
): readonly Exchange[] {
  if (events.length === 0) return exchanges
  return exchanges.map((exchange) => {
    const { response, connection } = exchange
    const event = events.find(
      (late) => late.connection.id === connection.id && late.connection.earlier === connection.earlier,
    )
    if (!event || !response) return exchange
    const surplus: Anomaly = { code: 'surplus', detail: event.detail }
    return { ...exchange, response: { ...response, anomalies: [...response.anomalies, surplus] } }
  })
}
