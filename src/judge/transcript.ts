import { type Anomaly, type AnsweredExchange, type Exchange, hasField, isUserRequest } from './exchange.ts'
import type { EngineName, EngineReport } from './report.ts'
import type { JudgingOptions } from './verifyOptions.ts'

/**
 * The requests to a target and its responses, as plain data. For a saved transcript, `judge` returns the same report without a server. The
 * transcript contains the run's tokens, so treat a saved transcript as a secret.
 */
export type Transcript = {
  /** The package that recorded the transcript. */
  kit: { name: string; version: string }
  baseUrl: string
  /** The absolute URL of the operation, without a query. */
  operation: string
  /** The start of the run, in ISO 8601. */
  startedAt: string
  /** The duration of the whole run, and the duration of the kit's own requests, in milliseconds. */
  durationMs: number
  probesMs: number
  /** The number of requests sent, including redirects and retries. */
  requests: number
  /** The exchanges in the order of sending, except that requests sent together are in the order of the plan. No exchange is removed. */
  exchanges: readonly Exchange[]
  /** The events of the run that are not exchanges, in order. */
  facts: readonly Fact[]
  /** The results of Prism and Dredd, if they were used. */
  engines: readonly EngineOutcome[]
  /** The options of the run, including the requested engines. */
  options: JudgingOptions & { engines?: readonly EngineName[] }
}

/** An event of a run that is not an exchange. Facts refer to exchanges by their index in the transcript. */
export type Fact =
  /** Requests that failed because the server was down or the token had expired (`exchanges`), and repetitions of them (`again`). */
  | { kind: 'lost'; exchanges: readonly number[]; again: readonly number[] }
  | ({ kind: 'outage' } & Outage)
  /** Bytes that arrived after a complete response, before the next request was sent on the connection. */
  | { kind: 'late-bytes'; exchange: number; detail: string }
  /** Requests that were not sent, because similar requests got no response. */
  | { kind: 'left-out'; probes: readonly string[] }
  /** The server that --start started has exited. `how` completes the sentence "During the run, …". `printed` is another sentence. */
  | { kind: 'server-ended'; how: string; printed?: string; startedAgain: boolean }
  /** The token had expired, so the run fetched a new token. */
  | { kind: 'token-fetched' }
  /** The reason why requests did not reach the operation, and what to do, as sentences. No exchange of the run is judged. */
  | { kind: 'obstacle'; text: string }
  /** Why the rest of the plan was not sent. */
  | { kind: 'stopped'; why: string }

/** A period in which the server did not answer. */
export type Outage = {
  /** The id of the last probe that was sent before the outage, and its attempt. */
  afterProbe: string
  attempt: number
  /** How long the outage lasted, as observed by the kit, in milliseconds. */
  ms: number
  /** Whether the server answered again. */
  recovered: boolean
  /** Whether the probe caused the outage: it stopped the server twice, or stopped it for good and no similar probe got a response. */
  confirmed: boolean
}

/** A mistake in a response that Prism or Dredd reports. `message` is the engine's own text. */
export type Claim = {
  /** The index of the exchange in the engine's `exchanges`. */
  exchange: number
  about: 'status' | 'media type' | 'body'
  message: string
}

/** The result of an engine's run, as plain data. `failed` and `missing` do not count as the server's fault. */
export type EngineOutcome = Pick<EngineReport, 'version' | 'status' | 'durationMs' | 'detail'> & {
  name: Exclude<EngineReport['name'], 'probes'>
  /** The exchanges that the engine judged, with the responses that the engine received. */
  exchanges: readonly AnsweredExchange[]
  claims: readonly Claim[]
}

type Recorded = Pick<Transcript, 'exchanges' | 'facts'>

/** Lists the facts of one kind. */
export const listFacts = <Kind extends Fact['kind']>(facts: readonly Fact[], kind: Kind) =>
  facts.filter((fact): fact is Extract<Fact, { kind: Kind }> => fact.kind === kind)

/** Selects the exchanges that can be judged. Omits responses from elsewhere, and all exchanges if no request reached the operation. */
export function selectJudgeable(transcript: Recorded): readonly Exchange[] {
  if (listFacts(transcript.facts, 'obstacle').length > 0) return []
  return selectKept(transcript).filter((exchange) => !describeProxyPage(exchange))
}

/** Returns the exchanges that are not lost (see `Fact`). If bytes arrived late, adds an anomaly to their exchange. */
export function selectKept({ exchanges, facts }: Recorded): readonly Exchange[] {
  const lost = new Set(listFacts(facts, 'lost').flatMap((fact) => fact.exchanges))
  const late = new Map(listFacts(facts, 'late-bytes').map((fact) => [fact.exchange, fact.detail]))
  return exchanges.flatMap((exchange, position) =>
    lost.has(position) ? [] : [addSurplus(exchange, late.get(position))],
  )
}

/** The changed copy of each exchange. There is only one copy of an exchange, because other caches use the copies as keys. */
const surplus = new WeakMap<Exchange, Exchange>()

function addSurplus(exchange: Exchange, detail: string | undefined): Exchange {
  const { response } = exchange
  if (!response || detail === undefined) return exchange
  const anomalies: Anomaly[] = [...response.anomalies, { code: 'surplus', detail }]
  const known = surplus.get(exchange) ?? { ...exchange, response: { ...response, anomalies } }
  surplus.set(exchange, known)
  return known
}

/** Says in two sentences why the operation did not respond, and what to do. Returns undefined if the operation may have responded. */
export function describeProxyPage({ probe, response }: Exchange): string | undefined {
  // A server may answer a request without a valid token like a proxy, and the response may contain plants.
  if (!response || !isUserRequest(probe)) return undefined
  const { status, fields, body } = response
  if (status === 407 || hasField(fields, 'X-Squid-Error'))
    return `A proxy answered instead of the server, with status ${status}. Connect without the proxy, or let the proxy forward these requests.`
  const start = body.toString('latin1', 0, 1_000)
  if (status === 400 && /No required SSL certificate was sent|The SSL certificate error/.test(start))
    return 'The server requires a client certificate that it trusts. Pass a certificate with --cert and --key, or the address of a listener that requires no client certificate.'
  return undefined
}
