import type { Credential } from './credentials.ts'

/** One header field, its name and value as sent or received. */
export type Field = readonly [name: string, value: string]

/** What a query's `limit` is to the contract: see docs/verdicts.md. */
export type LimitClass = 'absent' | 'positive' | 'open' | 'outside'

/** One request with a name and a reason. */
export type Probe = {
  /** Unique in its plan and the same in every run, for example `limit/1`. */
  id: string
  /** Why it is sent, as the end of the sentence "sent to see …". */
  reason: string
  method: string
  /** Stands in place of the operation's path, as raw text, where the probe asks for another. */
  path?: string
  /** The raw query, without its question mark; undefined for none. */
  query?: string
  credential: Credential
  /** Fields beside Host, User-Agent, Accept, Accept-Encoding and Authorization; one of those names replaces the usual value. */
  fields?: readonly Field[]
  /** Usual fields that this request must not carry. */
  omit?: readonly string[]
  limit: LimitClass
  /** The most results that `limit` allows, where the contract says so. */
  most?: number
  /** Exactly the documented operation, so that the contract's promises hold for the answer; not another path or method. */
  documented: boolean
  /** Well-formed and ordinary, so that no gateway has a reason to answer in the server's place. */
  benign: boolean
  /** The version in the request line, where it is not 1.1. */
  httpVersion?: '1.0'
  /** Probes that share a name share one connection, in order. Undefined: the client chooses. */
  connection?: string
  /** Neighbours in the plan with the same name are sent at once. */
  parallel?: string
}

/** One thing wrong with the framing or the syntax of a message, found while it was read. */
export type Anomaly = { code: AnomalyCode; detail: string }

export type AnomalyCode =
  | 'status-line'
  | 'status-code'
  | 'bare-lf'
  | 'field-syntax'
  | 'obs-fold'
  | 'length-conflict'
  | 'length-syntax'
  | 'length-and-chunked'
  | 'chunk-syntax'
  | 'transfer-coding'
  | 'body-short'
  | 'body-stalled'
  | 'surplus'
  | 'body-forbidden'

/** How the end of a body was told. */
export type Framing = 'content-length' | 'chunked' | 'close' | 'none'

export type Response = {
  statusLine: string
  httpVersion: string
  status: number
  reason: string
  /** Header lines as they came, without their line ends. */
  headerLines: readonly string[]
  fields: readonly Field[]
  trailers: readonly Field[]
  /** Status codes of the 1xx answers that came before this one. */
  interim: readonly number[]
  framing: Framing
  /** The body's bytes, chunks joined, content codings still on. Equal bodies of one transcript share one buffer. */
  body: Buffer
  /** The body was longer than the client's cap, or the memory for bodies was used up. */
  cut: boolean
  anomalies: readonly Anomaly[]
}

/** Why no response came. */
export type Failure = {
  kind: 'refused' | 'dns' | 'tls' | 'timeout' | 'reset' | 'empty' | 'unparsable' | 'unreachable' | 'stopped'
  message: string
  /** What had come of an answer whose body then stood still, with `body-stalled` among its anomalies. */
  partial?: Response
}

/** One request that was sent and what came back. */
export type Exchange = {
  probe: Probe
  /** 1 for the first try of this probe, 2 for its first repetition, … */
  attempt: number
  /** Which connection carried it, and how many requests that connection had carried before. */
  connection: { id: number; earlier: number }
  url: string
  /** The request head as sent. Holds the token: mask before showing. */
  request: Buffer
  /** Milliseconds since the transcript began. */
  startedAt: number
  durationMs: number
  /** Addresses that answered with a redirect before this answer, in order. */
  hops: readonly Hop[]
  /** Answers that were waited out before this one (429, 503 and the like). */
  waited: readonly { status: number; ms: number; retryAfter?: string | undefined }[]
} & ({ response: Response; failure?: undefined } | { response?: undefined; failure: Failure })

export type Hop = { status: number; from: string; location: string }

/** An exchange that was answered. */
export type AnsweredExchange = Extract<Exchange, { response: Response }>

/** Whether a field of that name is among them. */
export function fieldNamed(fields: readonly Field[], name: string): boolean {
  return fields.some(([field]) => field.toLowerCase() === name.toLowerCase())
}

export function isAnswered(exchange: Exchange): exchange is AnsweredExchange {
  return exchange.response !== undefined
}

/** The documented request with a token that opens it. */
export function isAuthorised({ probe }: Exchange): boolean {
  return probe.documented && (probe.credential.kind === 'valid' || probe.credential.kind === 'other')
}

/** An authorised 200 of the operation, or the 203 that a proxy makes of it: the contract says what its body is. */
export function isPlantsAnswer(exchange: Exchange): exchange is AnsweredExchange {
  const status = exchange.response?.status
  return isAuthorised(exchange) && (status === 200 || status === 203)
}
