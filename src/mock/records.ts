import type { WireFault } from './scenarios/override.ts'

/** A request in a form that all hosts can create: node:http, fetch and MSW. */
export type RequestRecord = {
  method: string
  /** The path and query, still percent-encoded: `/v1/plants?limit=5`. `*` means the whole server. */
  target: string
  headers: RequestHeaders
  /** Whether the target's `__` parameters come from the page's address. */
  isLinked?: boolean
}

/** Header values by lower-case name. The values of a repeated header are usually joined with commas, as in `fetch`. */
export type RequestHeaders = { readonly [name: string]: string | readonly string[] | undefined }

/** A complete response, to which a host adds at most the header Date and the headers of its connection. */
export type ResponseRecord = {
  status: number
  /** Alternating names and values, as for `writeHead`. Responses can share this array, so do not modify it. */
  headers: readonly string[]
  /** UTF-8 bytes. */
  body: Uint8Array
  /** The rule for this response, for `X-Plant-Store-Rule`. */
  rule: string
  /** The message, if the body is an Error. */
  message?: string
  /** A suggestion for the client, for `X-Plant-Store-Hint`. */
  hint?: string | undefined
}

/** The way to send a response. */
export type Delivery = {
  /** Milliseconds to wait before the first byte. */
  delay: number
  fault: WireFault | undefined
}

/** A response for a host to send. For HEAD, the body is empty, but Content-Length is usually the same as for GET. */
export type Reply = Pick<ResponseRecord, 'status' | 'headers' | 'body'> &
  Delivery & {
    /** The id of the request's entry in the journal. */
    id: number
  }

/** Returns the usual response to a request. Equal requests get equal responses. */
export type Handle = (request: RequestRecord) => ResponseRecord

/** Returns the value of a header, or undefined if the request does not have the header. */
// 3 equivalent mutants: node:http joins repeated headers.
export function headerValue(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'object' ? value.join(', ') : value
}
