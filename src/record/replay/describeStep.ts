import type { Design } from '../../judge/design.ts'
import { describeUnusual } from '../../judge/evidence/describeUnusual.ts'
import type { Exchange } from '../../judge/exchange.ts'
import type { Mask } from '../../judge/mask.ts'

/** One request of a sequence and its response, in words. No text contains a secret. */
export type ReplayStep = {
  /** `GET /plants?limit=1`. */
  request: string
  /** What is unusual about the request: `without Accept`, `on the connection of step 1`. */
  notes: readonly string[]
  /** The number of the step before it on its connection. */
  before: number | undefined
  /** The response, or why there is none; before it, each redirect. */
  responses: readonly string[]
}

/** A longer value is cut. */
const LONGEST = 80

/** Describes an exchange as a step of those that were sent. */
export function describeStep(
  exchange: Exchange,
  { exchanges, design, mask }: { exchanges: readonly Exchange[]; design: Design | undefined; mask: Mask },
): ReplayStep {
  const { probe, hops, url } = exchange
  const first = hops[0]?.from ?? url
  const before = findBefore(exchange, exchanges)
  return {
    request: shorten(mask(`${probe.method} ${showTarget(first)}`)),
    notes: [
      ...listNotes(exchange, exchanges, design).map((note) => shorten(mask(note))),
      ...(before === undefined ? [] : [`on the connection of step ${before}`]),
    ],
    before,
    responses: [
      ...hops.map(({ status, location }) => `${status}, redirects to ${shorten(mask(showTarget(location)))}`),
      shorten(mask(describeResponse(exchange))),
    ],
  }
}

function listNotes(exchange: Exchange, exchanges: readonly Exchange[], design: Design | undefined): string[] {
  const { probe, attempt } = exchange
  const unusual = describeUnusual(exchange, [exchange], design)
  const atOnce = exchanges.filter(
    (other) => other.probe.parallel === probe.parallel && other.attempt === attempt,
  )
  return [
    ...(unusual === '' ? [] : [unusual]),
    ...(probe.parallel === undefined || atOnce.length < 2 ? [] : [`${atOnce.length} at once`]),
  ]
}

function findBefore(exchange: Exchange, exchanges: readonly Exchange[]): number | undefined {
  const before = exchanges
    .slice(0, exchanges.indexOf(exchange))
    .findLastIndex(({ connection }) => connection.id === exchange.connection.id)
  return before < 0 ? undefined : before + 1
}

function describeResponse({ response, failure }: Exchange): string {
  if (failure) return `no response: ${failure.message}`
  const { status, reason, body } = response
  return `${status} ${reason}, ${body.length} bytes`
}

function showTarget(url: string): string {
  return URL.canParse(url) ? url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') : url
}

function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}
