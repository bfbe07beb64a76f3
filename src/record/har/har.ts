import type { Exchange, Failure, Hop, Response } from '../../judge/exchange.ts'
import type { Transcript } from '../../judge/transcript.ts'

/** An HTTP Archive 1.2, as far as the kit writes it: http://www.softwareishard.com/blog/har-12-spec/. */
export type Har = {
  log: {
    version: '1.2'
    creator: { name: string; version: string; comment: string }
    entries: HarEntry[]
    _plantStore: SavedRun
  }
}

export type HarEntry = {
  startedDateTime: string
  time: number
  request: HarRequest
  response: HarResponse
  cache: Record<string, never>
  timings: { send: number; wait: number; receive: number }
  /** The number of the connection. */
  connection: string
  /** Why there is no response, as Chromium shows it. */
  _error?: string
  /** A redirect has none: it is part of the entry that it leads to. */
  _plantStore?: SavedExchange
}

type Pair = { name: string; value: string }

export type HarRequest = {
  method: string
  url: string
  httpVersion: string
  cookies: []
  headers: Pair[]
  queryString: Pair[]
  headersSize: number
  bodySize: 0
}

export type HarResponse = {
  status: number
  statusText: string
  httpVersion: string
  cookies: []
  headers: Pair[]
  content: { size: number; mimeType: string; text?: string; encoding?: 'base64' }
  redirectURL: string
  headersSize: -1
  bodySize: number
}

/** The transcript without its exchanges, and the contract that it is about. */
type SavedRun = Omit<Transcript, 'exchanges' | 'engines'> & { format: 1; contract: string }

/** An exchange as plain data. Requests are text with one character for each byte. */
export type SavedExchange = Omit<Exchange, 'url' | 'request' | 'hops' | 'response' | 'failure'> & {
  url: string
  request: string
  hops: (Omit<Hop, 'request' | 'response'> & { request: string; response: SavedResponse })[]
  response?: SavedResponse
  failure?: Omit<Failure, 'partial'> & { partial?: SavedResponse }
}

/** A response as plain data: `body` in base64, if it is not the content of the entry. */
export type SavedResponse = Omit<Response, 'body'> & { body?: string }
