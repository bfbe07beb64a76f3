import type { Contract } from '../contract/contract.ts'
import type { AnsweredExchange, Field, Probe } from './exchange.ts'
import type { EngineReport } from './report.ts'

/** What an engine needs to know about the server under test. */
export type Target = {
  contract: Contract
  /** Absolute address of the operation, without a query, for example `http://127.0.0.1:4010/v1/plants`. */
  url: string
  /** Milliseconds for one request. */
  timeout: number
  /** Headers for every request. */
  fields?: readonly Field[]
  userAgent?: string
}

/** A request for an engine to send and judge. */
export type EngineRequest = {
  probe: Probe
  /** The status of the response to the kit's own request. */
  status: number
  /** The address that sent this response, query included, if redirects led away from the probe's own address. */
  url?: string
}

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
  /** What it judged, as it saw it. */
  exchanges: readonly AnsweredExchange[]
  claims: readonly Claim[]
}

/** An engine that loads while the kit sends its own requests. */
export type RunningEngine = {
  /** Sends the requests and judges the responses. Call it once at most. */
  judge: (requests: readonly EngineRequest[]) => Promise<EngineOutcome>
  /** Ends all its processes. May be called at any time. */
  stop: () => Promise<void>
}

export type StartEngine = (target: Target) => RunningEngine
