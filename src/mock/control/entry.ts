import type { WireFault } from '../scenarios/override.ts'
import type { UpstreamExchange } from '../upstream/upstream.ts'

/** A request and how it was answered. */
export type Entry = {
  /** Counts up from 1 over the life of the mock. */
  id: number
  /** When the request was received: ISO 8601. */
  loggedDate: string
  method: string
  /** Path and query, with secrets masked. */
  url: string
  session: string
  status: number
  rule: string
  scenario: string
  /** If the `__` parameters of the URL come from the address of the page that sent the request. */
  linked?: true
  /** The preferences that had an effect, as in `Preference-Applied`. */
  applied: readonly string[]
  delayMs: number
  fault?: WireFault
  hint?: string
  /** False if nothing is served at that path. */
  matched: boolean
  /** The user whose token the request had. */
  user?: string
  /** The length of the whole body; a fault can keep the client from receiving all of it. */
  bytes: number
  /** If the request was sent to the service behind the mock. The service answered if `rule` is `upstream`. */
  upstream?: UpstreamExchange
  /** By lower-case name, with secrets masked. */
  headers: Readonly<Record<string, string>>
} & Partial<Ending>

/** How a response ended. An entry has these members once it did. In a page, only those of clients that left do. */
export type Ending = {
  /** From the request until the last byte was sent, or the connection closed. */
  durationMs: number
  /** False if a fault broke the response, or if the client disconnected first. */
  complete: boolean
}

/** An entry with the response to it. */
export type EntryDetails = Entry & {
  response: {
    headers: Readonly<Record<string, string>>
    /** The start of the body, as text. */
    body: string
  }
}
