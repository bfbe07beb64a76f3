import type { Contract } from '../contract/contract.ts'
import type { EngineOutcome } from '../judge/engine.ts'
import type { Probe } from '../judge/exchange.ts'
import type { Forward } from './http/client.ts'

/** What an engine needs to start. */
export type EngineOptions = {
  contract: Contract
  /** Milliseconds for one request. */
  timeout: number
}

/** The server under test, as an engine needs it. */
export type Target = {
  /** Absolute address of the operation, for example `http://127.0.0.1:4010/v1/plants`. */
  url: string
  /** Sends a request to the server for the engine. */
  forward: Forward
}

/** A request for an engine to send and judge. */
export type EngineRequest = {
  probe: Probe
  /** The status of the response to the kit's own request. */
  status: number
}

/** An engine that loads while the kit sends its own requests. */
export type RunningEngine = {
  /** Sends the requests to the target and judges the responses. Call it once at most. */
  judge: (requests: readonly EngineRequest[], target: Target) => Promise<EngineOutcome>
  /** Ends all its processes. May be called at any time. */
  stop: () => Promise<void>
}

export type StartEngine = (options: EngineOptions) => RunningEngine
