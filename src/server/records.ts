/** A request as every host can tell it: node:http, fetch, MSW. */
export type RequestRecord = {
  method: string
  /** Path and query as they came, still percent-encoded: `/v1/plants?limit=5`. `*` stands for the server as a whole. */
  target: string
  headers: RequestHeaders
}

/** The fields that the handler reads. A field that came more than once is joined by commas, as fetch does it. */
export type RequestHeaders = {
  readonly authorization?: string | undefined
  readonly origin?: string | undefined
  readonly 'access-control-request-method'?: string | undefined
  readonly 'access-control-request-headers'?: string | undefined
}

/** An answer, whole: a host adds what belongs to its connection (Date, Connection) and nothing else. */
export type ResponseRecord = {
  status: number
  /** Names and values in turn, as `writeHead` takes them. Shared between answers: not to be changed. */
  headers: string[]
  /** UTF-8 bytes. Empty for HEAD, whose Content-Length still tells of the body that GET would get. */
  body: Uint8Array
}

/** Answers a request. Pure and total: same request, same answer; it throws on none. */
export type Handle = (request: RequestRecord) => ResponseRecord
