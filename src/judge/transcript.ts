import { type Anomaly, type AnsweredExchange, type Exchange, fieldValues, type Response } from './exchange.ts'
import type { EngineName, EngineReport } from './report.ts'
import type { JudgingOptions } from './verifyOptions.ts'

/**
 * Everything that was sent to a target and received from it. Plain data: `judge` gives the same result again from a saved transcript,
 * without a server. It contains the run's tokens, so treat a saved transcript as a secret.
 */
export type Transcript = {
  /** The package that recorded it. */
  kit: { name: string; version: string }
  baseUrl: string
  /** Absolute address of the operation, without a query. */
  operation: string
  /** How the server was reached, in words; undefined if it was reached directly. */
  route?: string | undefined
  /** ISO 8601. */
  startedAt: string
  /** Duration in milliseconds: of the whole run, and of the kit's own requests. */
  durationMs: number
  probesMs: number
  /** The number of requests sent, including redirects and retries. */
  requests: number
  /** The exchanges, in the order of sending. Requests sent together are in the order of the plan. Nothing is ever removed. */
  exchanges: readonly Exchange[]
  /** What else happened, in order. */
  facts: readonly Fact[]
  /** The result of each of the other engines. */
  engines: readonly EngineOutcome[]
  /** The options of the run, including the requested engines. */
  options: JudgingOptions & { engines?: readonly EngineName[] }
}

/** Something that happened in a run besides its exchanges. Facts refer to exchanges by their positions in the transcript. */
export type Fact =
  /** Requests that got no response while the server was down (`exchanges`), and their repetitions that it answered (`again`). */
  | { kind: 'lost'; exchanges: readonly number[]; again: readonly number[] }
  | ({ kind: 'outage' } & Outage)
  /** Bytes that arrived after a complete response, when no request was under way on its connection. */
  | { kind: 'late-bytes'; exchange: number; detail: string }
  /** Requests that were not sent, because similar requests got no response. */
  | { kind: 'left-out'; probes: readonly string[] }
  /** The server started by the command has exited. `how` completes the sentence "During the run, …"; `printed` is another sentence. */
  | { kind: 'server-ended'; how: string; printed?: string; startedAgain: boolean }
  /** The token had expired, and the command that prints it was run again. */
  | { kind: 'token-fetched' }
  /** What kept the requests from reaching the operation, and what to do about it, in two sentences. Nothing is judged then. */
  | { kind: 'obstacle'; text: string }
  /** Why the plan was not sent to its end. */
  | { kind: 'stopped'; why: string }

/** A period in which the server did not answer. */
export type Outage = {
  /** The id of the last probe that was sent before the outage, and its attempt. */
  afterProbe: string
  attempt: number
  /** How long the outage lasted, in milliseconds, as far as the kit saw. */
  ms: number
  /** Whether the server answered again. */
  recovered: boolean
  /** Whether the probe caused the outage: it stopped the server twice, or for good if no similar probe was sent before. */
  confirmed: boolean
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
  /** The exchanges that the engine judged, as it received them. */
  exchanges: readonly AnsweredExchange[]
  claims: readonly Claim[]
}

/** The facts of one kind. */
export function listFacts<Kind extends Fact['kind']>(
  facts: readonly Fact[],
  kind: Kind,
): Extract<Fact, { kind: Kind }>[] {
  return facts.filter((fact): fact is Extract<Fact, { kind: Kind }> => fact.kind === kind)
}

/** The exchanges that say something about the operation: none if there was an obstacle, and never those that a proxy answered. */
export function selectJudgeable(transcript: Pick<Transcript, 'exchanges' | 'facts'>): readonly Exchange[] {
  if (listFacts(transcript.facts, 'obstacle').length > 0) return []
  return selectKept(transcript).filter(
    ({ response }) => !response || describeProxyPage(response) === undefined,
  )
}

/** The exchanges without those lost in an outage, and with the bytes that arrived late. */
export function selectKept({
  exchanges,
  facts,
}: Pick<Transcript, 'exchanges' | 'facts'>): readonly Exchange[] {
  const lost = new Set(listFacts(facts, 'lost').flatMap((fact) => fact.exchanges))
  const late = new Map(listFacts(facts, 'late-bytes').map((fact) => [fact.exchange, fact.detail]))
  return exchanges.flatMap((exchange, position) =>
    lost.has(position) ? [] : [addSurplus(exchange, late.get(position))],
  )
}

/** Keeps one copy per exchange, because results are remembered for each copy. */
const surplus = new WeakMap<Exchange, Exchange>()

function addSurplus(exchange: Exchange, detail: string | undefined): Exchange {
  const { response } = exchange
  if (!response || detail === undefined) return exchange
  const anomalies: Anomaly[] = [...response.anomalies, { code: 'surplus', detail }]
  const known = surplus.get(exchange) ?? { ...exchange, response: { ...response, anomalies } }
  surplus.set(exchange, known)
  return known
}

/** Says in two sentences who answered instead of the server, and what to do. Undefined for what may be the server's own response. */
export function describeProxyPage({ status, fields, body }: Response): string | undefined {
  const [squid] = fieldValues(fields, 'x-squid-error')
  if (squid !== undefined)
    return `A proxy answered instead of the server: Squid's ${squid.slice(0, 60)}, with status ${status}. Connect without the proxy, or let it pass these requests.`
  if (status === 407)
    return 'A proxy on the way requires a login (407). Connect without the proxy, or let it pass these requests.'
  const start = body.toString('latin1', 0, 1_000)
  if (status === 400 && /No required SSL certificate was sent|The SSL certificate error/.test(start))
    return 'The server requires a client certificate, and the kit sends none. Pass the address of a listener that does not require one.'
  return undefined
}
