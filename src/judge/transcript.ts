import type { EngineOutcome } from './engine.ts'
import type { Exchange } from './exchange.ts'
import type { EngineName } from './report.ts'
import type { VerifyOptions } from './verifyOptions.ts'

/**
 * Everything that was sent to a target and everything that was received. It is plain data: save it, and `judge` finds the same
 * again without a server. It holds the tokens of the run, so treat a saved transcript as a secret.
 */
export type Transcript = {
  /** The package that recorded it. */
  kit: { name: string; version: string }
  baseUrl: string
  /** Absolute address of the operation, without a query. */
  operation: string
  /** How the server was reached, in words, if not directly. */
  route?: string | undefined
  /** ISO 8601. */
  startedAt: string
  /** Milliseconds of the whole run, and of the kit's own requests. */
  durationMs: number
  probesMs: number
  /** Requests sent, redirects and retries included. */
  requests: number
  /** In the order in which they were sent. Requests sent at once are in the order of the plan. */
  exchanges: readonly Exchange[]
  /** When the server stopped answering. None for a run without such a time. */
  outages?: readonly Outage[]
  /** What kept the requests from reaching the operation, and what to do about it: two sentences. Then nothing is judged. */
  obstacle?: string
  /** Why the plan was not sent to its end. */
  stopped?: string
  /** What each of the other engines answered. */
  engines: readonly EngineOutcome[]
  options: JudgingOptions
}

/** A time in which the server did not answer. */
export type Outage = {
  /** The last probe that was sent before, by its id, and its attempt. */
  afterProbe: string
  attempt: number
  /** How long the kit saw it last. */
  ms: number
  /** Whether the server answered again. */
  recovered: boolean
  /** Whether the probe is the cause: it stopped the server a second time, or for good when nothing like it had been sent before. */
  confirmed: boolean
}

/** The options of a run that its findings, verdict and report depend on. */
type JudgingOptions = Pick<
  VerifyOptions,
  | 'name'
  | 'plan'
  | 'waitTimeout'
  | 'proxy'
  | 'unixSocket'
  | 'cacert'
  | 'cert'
  | 'key'
  | 'insecure'
  | 'token'
  | 'otherToken'
  | 'expectations'
  | 'headers'
  | 'resolve'
  | 'strict'
  | 'timeout'
  | 'seed'
  | 'maxRequests'
  | 'maxTime'
  | 'rate'
> & {
  /** The engines that were asked for. */
  engines?: readonly EngineName[]
}
