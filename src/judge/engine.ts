import type { AnsweredExchange } from './exchange.ts'
import type { EngineReport } from './report.ts'

/** What an engine says is wrong with one response, in its own words. */
export type Claim = {
  /** Index of the exchange in `EngineOutcome.exchanges`. */
  exchange: number
  about: 'status' | 'media type' | 'body'
  message: string
}

/** The result of an engine's run, as plain data. `failed` and `missing` are never the server's fault. */
export type EngineOutcome = Pick<EngineReport, 'version' | 'status' | 'durationMs' | 'detail'> & {
  name: Exclude<EngineReport['name'], 'probes'>
  /** The exchanges that the engine judged, as it received them. */
  exchanges: readonly AnsweredExchange[]
  claims: readonly Claim[]
}
