import type { WireFault } from './scenarios/override.ts'

/** A request in the form that every host can produce: node:http, fetch and MSW. */
export type RequestRecord = {
  method: string
  /** Path and query as sent, still percent-encoded: `/v1/plants?limit=5`. `*` means the server as a whole. */
  target: string
  headers: RequestHeaders
  /** Whether the `__` parameters of the target come from the page's address. */
  isLinked?: boolean
}

/** Header values by lower-case name. Repeated headers are joined with commas, as `fetch` does. */
export type RequestHeaders = { readonly [name: string]: string | readonly string[] | undefined }

/** A complete response. A host only adds the headers of its connection (Date, Connection). */
export type ResponseRecord = {
  status: number
  /** Alternating names and values, as `writeHead` takes them. Shared between responses: do not modify. */
  headers: readonly string[]
  /** UTF-8 bytes. */
  body: Uint8Array
  /** The rule that chose this response, for `X-Plant-Store-Rule`. */
  rule: string
  /** The message, if the body is an Error. */
  message?: string
  /** A hint about what the client may have meant, for `X-Plant-Store-Hint`. */
  hint?: string | undefined
}

/** How a response travels over the wire. */
export type Delivery = {
  /** Milliseconds to wait before the first byte. */
  delay: number
  fault: WireFault | undefined
}

/** What a host sends. For HEAD, the body is empty, but Content-Length is the same as for GET. */
export type Reply = Pick<ResponseRecord, 'status' | 'headers' | 'body'> &
  Delivery & {
    /** The id of the request's entry in the journal. */
    id: number
  }

/** Answers a request. Pure and total: the same request always gets the same response, and no request makes the function throw. */
export type Handle = (request: RequestRecord) => ResponseRecord

/** Returns the value of a header, or undefined if the header was not sent. */
// 3 equivalent mutants: node:http joins repeated headers.
export function headerValue(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'object' ? value.join(', ') : value
}
