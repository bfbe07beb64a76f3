import type { Effects, WireFault } from './scenarios/effects.ts'

/** A request as every host can tell it: node:http, fetch, MSW. */
export type RequestRecord = {
  method: string
  /** Path and query as they came, still percent-encoded: `/v1/plants?limit=5`. `*` stands for the server as a whole. */
  target: string
  headers: RequestHeaders
}

/** Fields by their names in lower case. One that came more than once is joined by commas, as fetch does it. */
export type RequestHeaders = { readonly [name: string]: string | readonly string[] | undefined }

/** An answer, whole: a host adds what belongs to its connection (Date, Connection) and nothing else. */
export type ResponseRecord = {
  status: number
  /** Names and values in turn, as `writeHead` takes them. Shared between answers: not to be changed. */
  headers: readonly string[]
  /** UTF-8 bytes. Empty for HEAD, whose Content-Length still tells of the body that GET would get. */
  body: Uint8Array
  /** What chose this answer: for `X-Plant-Store-Rule`. */
  rule: string
  /** What the client may have meant: for `X-Plant-Store-Hint`. */
  hint?: string | undefined
}

/** An answer, and how it goes over the wire. */
export type Reply = {
  status: number
  headers: string[]
  body: Uint8Array
  /** Milliseconds to wait before the first byte. */
  delay: number
  dribble: Effects['chunkedDribbleDelay']
  fault: WireFault | undefined
}

/** Answers a request. Pure and total: same request, same answer; it throws on none. */
export type Handle = (request: RequestRecord) => ResponseRecord

/** The value of a field that has one. */
export function fieldOf(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'object' ? value.join(', ') : value
}
