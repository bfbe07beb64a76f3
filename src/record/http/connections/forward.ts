import type { Exchange, Probe } from '../../../judge/exchange.ts'
import { parseAddress } from '../../../judge/url.ts'
import { createBodyBytes } from '../bodyBytes.ts'
import type { Transport } from '../transport.ts'

/** What a request of an engine received. */
type Forwarded = {
  exchange: Exchange
  /** The bytes of the response as received, interim responses included. Empty without a response. */
  raw: Buffer
  /** Whether the connection stays open. */
  keepAlive: boolean
}

/** Sends the head of a request for an engine, on the probes' connections. Follows no redirect and waits for no retry. */
export type Forward = (probe: Probe, url: string, head: Buffer) => Promise<Forwarded>

/** Bytes of a body. Prism and Dredd need a hundred times as much memory. */
export const FORWARDED_LIMIT = 2 ** 20
/** Bytes of heads and chunk sizes, besides those of the body. */
const MOST_FRAMING = 2 ** 20
const NO_BYTES = Buffer.alloc(0)

/** `began` is the start of the run, in milliseconds of the process. */
export function createForward(transport: Transport, began: number): Forward {
  const underWay = new Set<Promise<unknown>>()

  const forward: Forward = async (probe, url, head) => {
    const startedAt = performance.now() - began
    let raw = createBodyBytes(0, NO_BYTES)
    let isWhole = true
    const startBytes = () => {
      raw = createBodyBytes(FORWARDED_LIMIT + MOST_FRAMING, NO_BYTES)
      isWhole = true
      return (bytes: Buffer): void => {
        isWhole = raw.add(bytes) && isWhole
      }
    }
    const { connection: _, ...unnamed } = probe
    const forwarding = { bodyLimit: FORWARDED_LIMIT, startBytes }
    const { connection, outcome } = await transport.forward(unnamed, parseAddress(url), head, forwarding)
    const durationMs = performance.now() - began - startedAt
    const request = { probe, attempt: 1, connection, url, request: head, startedAt, durationMs }
    const sent = { ...request, hops: [], waited: [] }
    if ('kind' in outcome) return { exchange: { ...sent, failure: outcome }, raw: NO_BYTES, keepAlive: false }
    const response = { ...outcome.response, cut: outcome.response.cut || !isWhole }
    return { exchange: { ...sent, response }, raw: raw.all(), keepAlive: outcome.keepAlive }
  }

  return async (probe, url, head) => {
    // Not more at once than the server accepts.
    while (underWay.size >= transport.pool.capacity()) await Promise.race(underWay)
    const request = forward(probe, url, head)
    const ended: Promise<unknown> = request.catch(() => {}).then(() => underWay.delete(ended))
    underWay.add(ended)
    return request
  }
}
