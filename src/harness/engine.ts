import type { AnsweredExchange, Field, Probe } from './exchange.ts'
import type { EngineName } from './report.ts'

/** What an engine is told about the server under test. */
export type Target = {
  /** Absolute address of the operation, without query: base URL and path joined, for example `http://127.0.0.1:4010/v1/plants`. */
  url: string
  /** Milliseconds for one request. */
  timeout: number
  /** Fields for every request. */
  fields?: readonly Field[]
  userAgent?: string
}

/** A request for an engine to judge, with the status that the kit's own probe of it was answered with. */
export type EngineRequest = {
  probe: Probe
  status: number
  /** The address that gave this answer, query included, where redirects led to another one than the probe's own. */
  url?: string
}

/** What an engine says is wrong with one answer, in its own words, and the answer as it saw it. */
export type Claim = {
  probe: Probe
  about: 'status' | 'media type' | 'body'
  message: string
  exchange: AnsweredExchange
}

/** The end of an engine's work. `failed` and `missing` are never the server's fault. */
export type EngineOutcome = {
  name: Exclude<EngineName, 'probes'>
  version: string
  status: 'completed' | 'failed' | 'missing'
  durationMs: number
  detail: string
  /** Every answer that it judged, as the engine saw it. */
  judged: readonly AnsweredExchange[]
  claims: readonly Claim[]
}

/**
 * An engine that starts at once and waits for its requests, so that its loading time passes while the probes run.
 * `judge` is called at most once; `stop` ends every process of it, and may be called at any time.
 */
export type RunningEngine = {
  judge: (requests: readonly EngineRequest[]) => Promise<EngineOutcome>
  stop: () => Promise<void>
}

export type StartEngine = (target: Target) => RunningEngine
