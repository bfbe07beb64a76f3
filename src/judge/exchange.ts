import type { JudgingOptions } from './verifyOptions.ts'

/** One header: its name and value, as sent or received. */
export type Field = readonly [name: string, value: string]

/** The class of a query's `limit`, which decides the responses that the contract allows: see docs/verdicts.md. */
export type LimitClass = 'absent' | 'positive' | 'open' | 'outside'

/** How a request differs from the plain request: a map from the id of a dimension to the id of an unusual value of this dimension. */
export type Conditions = Readonly<Record<string, string>>

/** For conditions with several possible strings: a map from the id of a dimension to the index (from 0) of the string that was sent. */
export type Turns = Readonly<Record<string, number>>

/** One request with a name and a reason. */
export type Probe = {
  /** The probe's id, for example `limit/1`. The id is unique in the plan and the same in every run. */
  id: string
  /** Why the probe is sent. Completes the sentence "sent to see …". */
  reason: string
  method: string
  /** A raw string that replaces the last segment of the operation's path and the slash before this segment. */
  path?: string
  /** The raw query, without the question mark; undefined if the URL has no query. */
  query?: string
  credential: Credential
  /** Headers to send in addition to the usual Host, User-Agent, Accept, Accept-Encoding and Authorization, or instead of one of them. */
  fields?: readonly Field[]
  /** The content of the request. `fields` must contain its length. */
  content?: string
  /** Names of usual headers to omit, in lower case. */
  omit?: readonly string[]
  limit: LimitClass
  /** How the probe differs from the plain request. Only GETs of the operation with a user's token have conditions. */
  conditions?: Conditions
  /** The conditions as phrases that complete the sentence "It only happens …", by dimension id. Moments and the user have no phrases. */
  words?: Readonly<Record<string, string>>
  /** The index of the string to send for a condition with several possible strings, by dimension id. Default: 0. */
  turns?: Turns
  /** The conditions that this probe, together with the probes around it, is meant to test. */
  trial?: Conditions
  /** The maximum number of results, if the contract defines it for this `limit`. */
  maxResults?: number
  /** Whether the probe calls the documented operation, and not another path or method. */
  documented: boolean
  /** False if a gateway or a correct server may reject the request, for example because of a long header or an unusual condition. */
  benign: boolean
  /** The HTTP version in the request line, if it is not 1.1. */
  httpVersion?: '1.0'
  /** The bytes: the whole URL in the request line, no spaces after the colons of headers, or three parts with pauses between them. */
  form?: 'absolute' | 'tight' | 'parts'
  /** The name of a connection. Probes with the same name that follow one another share a connection. The name may be undefined. */
  connection?: string
  /** The name of a group. Probes that follow one another in the plan and have the same group are sent at the same time. */
  parallel?: string
}

/** The credentials of a probe, as headers. */
export type Credential = {
  /** `valid` is the operator's token, `other` another user's token. `bad` must be refused. `lenient` is a valid token in an odd form. */
  kind: 'valid' | 'other' | 'none' | 'bad' | 'lenient'
  /** The number of the user, if the kind is `other`: 2 for the second user, 3 for the third, … */
  user?: number
  /** A name for reports: "no token", "half of the token". */
  label: string
  /** `shell` is the header's value with shell variables in place of users' tokens, which a report must not contain. */
  fields: readonly { name: string; value: string; shell: string }[]
}

export type Credentials = {
  valid: Credential
  /** The credentials of the other users, in the order of `--other-token`. */
  others: readonly Credential[]
  none: Credential
  /** Credentials that the server must refuse, by name: the probe `auth/garbage` sends `garbage`. */
  bad: ReadonlyMap<string, Credential>
  /** The valid token in unusual forms, by name: the probe `auth/bare` sends `bare`. */
  forms: ReadonlyMap<string, Credential>
}

/** One error in the framing or syntax of a message. */
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

/** A complete response, or the part of it that the client read. */
export type Response = {
  statusLine: string
  httpVersion: string
  status: number
  reason: string
  /** Header lines as received, without newlines. */
  headerLines: readonly string[]
  fields: readonly Field[]
  /** The bytes of the body, with chunks joined and content codings not decoded. Equal bodies usually share one buffer. */
  body: Buffer
  /** Whether the body is incomplete, because it was longer than the limit or because the memory for bodies was used up. */
  cut: boolean
  anomalies: readonly Anomaly[]
}

/** Why there is no response. */
export type Failure = {
  kind: 'refused' | 'dns' | 'tls' | 'timeout' | 'reset' | 'empty' | 'unparsable' | 'unreachable' | 'stopped'
  message: string
  /** The error code from Node.js or OpenSSL, if it says more than `kind`. `HTTP2`: an HTTP/2 frame. `BOUND`: the response is too long. */
  code?: string | undefined
  /** The received part of a response whose body stalled. Its `anomalies` include `body-stalled`. */
  partial?: Response
}

/** One request and its response, or the reason why there is no response. The client never changes an exchange that it has returned. */
export type Exchange = {
  probe: Probe
  /** 1 for the first attempt, 2 for the first repetition, … */
  attempt: number
  /** The id of the connection, and the number of requests sent on it before this request. */
  connection: { id: number; earlier: number }
  url: string
  /** The request head as sent. The head may contain a token, so mask the head before you show it. */
  request: Buffer
  /** Milliseconds since the start of the run. */
  startedAt: number
  durationMs: number
  /** Redirects that were followed, in order. */
  hops: readonly Hop[]
  /** Responses after which the request was retried: a 429, 502, 503 or 504. */
  waited: readonly { status: number; ms: number; retryAfter?: string | undefined }[]
} & ({ response: Response; failure?: undefined } | { response?: undefined; failure: Failure })

/** Exchanges that lead to a violation. The last exchange shows the violation. */
export type Sequence = readonly [...Exchange[], Exchange]

/** A redirect that the client followed, with the request and the URL that got the redirect. */
export type Hop = Pick<Exchange, 'request'> & { from: string; response: Response }

/** An exchange with a response. */
export type AnsweredExchange = Extract<Exchange, { response: Response }>

export const isAnswered = (exchange: Exchange): exchange is AnsweredExchange =>
  exchange.response !== undefined

/** Whether the limit is zero, negative or outside the contract's range. A server may reject all such limits. */
export const isBadLimit = ({ limit }: Pick<Probe, 'limit'>): boolean =>
  limit === 'open' || limit === 'outside'

/** Whether the probe has valid credentials: those of the operator or of another user. */
export const isUserRequest = ({ credential }: Pick<Probe, 'credential'>): boolean =>
  credential.kind === 'valid' || credential.kind === 'other'

/** Whether the exchange calls the documented operation with valid credentials. */
export const isAuthorised = ({ probe }: Exchange): boolean => probe.documented && isUserRequest(probe)

/** Whether an authorised request got a 200, or a 203 from a proxy that changed a 200, and not the HTML page that it requested. */
export function isPlantsAnswer(exchange: Exchange): exchange is AnsweredExchange {
  const status = exchange.response?.status
  return isAuthorised(exchange) && (status === 200 || status === 203) && !isRequestedPage(exchange)
}

/** Whether the request accepts only HTML, and the response is HTML. The contract does not say what such a client gets. */
function isRequestedPage({ probe, response }: Exchange): boolean {
  const acceptsOnlyHtml = probe.fields?.some(([name, value]) => name === 'Accept' && value === 'text/html')
  const isHtml = ([name, value]: Field) => /^content-type$/i.test(name) && /^text\/html\b/i.test(value)
  return acceptsOnlyHtml === true && response?.fields.some(isHtml) === true
}

/** Whether a redirect may get the token: it stays on its origin, or leads from http to https on the same host with default ports. */
export function mayGetToken(target: URL, origin: URL): boolean {
  const isUpgrade = origin.protocol === 'http:' && target.protocol === 'https:'
  const isSameHost = origin.hostname === target.hostname && origin.port === '' && target.port === ''
  return target.origin === origin.origin || (isUpgrade && isSameHost)
}

/** Returns the number of the user that a credential belongs to: 1 unless it belongs to another user. */
export const userOf = ({ kind, user }: Pick<Credential, 'kind' | 'user'>): number =>
  user ?? (kind === 'other' ? 2 : 1)

/** Counts the users that have a token. */
export const countUsers = ({ token, otherToken = [] }: JudgingOptions) =>
  [token ?? [], otherToken].flat().length

/** Changes one character in the middle of the token or of a JWT's signature, and not only its case, because a UUID ignores case. */
export function tamper(token: string): { at: number; letter: string; tampered: string } {
  const isJwt = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(token)
  const from = isJwt ? token.lastIndexOf('.') + 1 : 0
  const at = from + Math.floor((token.length - from - 1) / 2)
  const letter = token[at]?.toUpperCase() === 'A' ? 'B' : 'A'
  return { at, letter, tampered: token.slice(0, at) + letter + token.slice(at + 1) }
}

/** Swaps the case of letters: upper-case letters become lower case, and lower-case letters become upper case. */
export const swapCase = (token: string): string =>
  token.replaceAll(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) ^ 32))

/** Whether one of the headers has this name. */
export const hasField = (fields: readonly Field[], name: string): boolean =>
  fields.some(([field]) => field.toLowerCase() === name.toLowerCase())

/** Lists the values of all headers with this name. `name` must be in lower case. */
export function fieldValues(fields: readonly Field[], name: string): string[] {
  // Many checks call this function for every response, so compare lengths first: most names differ in length.
  const found = fields.filter(([field]) => field.length === name.length && field.toLowerCase() === name)
  return found.map(([, value]) => value)
}

/** Lists the elements of all headers with this name, in lower case. Reads at most `max` elements of each comma-separated value. */
export function listMembers(fields: readonly Field[], name: string, max?: number): string[] {
  const members = fieldValues(fields, name).flatMap((value) => value.split(',', max))
  return members.map((member) => trimBlanks(member.toLowerCase()))
}

/** Removes the spaces and tabs around a value. Without the lookbehind, the regular expression would take quadratic time. */
export const trimBlanks = (text: string): string => text.replaceAll(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')
