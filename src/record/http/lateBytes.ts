import type { Exchange } from '../../judge/exchange.ts'

/** Bytes that arrived on an idle connection, after the response to the last request on it was complete. */
export type LateBytes = {
  /** Which exchange they follow: the connection's id, and how many requests it had carried before. */
  connection: Exchange['connection']
  detail: string
}
