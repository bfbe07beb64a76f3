import { Agent } from 'node:http'
import type { EngineRequest, Target } from '../../harness/engine.ts'
import type { AnsweredExchange } from '../../harness/exchange.ts'
import { requestFields } from '../../harness/http/requestBytes.ts'
import { parseAddress, probeUrl } from '../../harness/http/url.ts'
import { addJudged, type EngineJudgement } from '../engineResults.ts'
import { askThroughProxy } from './askThroughProxy.ts'
import { prismViolations, withoutViolations } from './prismViolations.ts'

export type PrismProxy = {
  port: number
  /** Names who is told, with Prism's words, that it will never answer one of the requests under way. */
  onLost: (listener: (reason: string) => void) => void
}

const AT_ONCE = 4
/** Requests without an answer in time after which the others are not tried. */
const PATIENCE = 8

/** Sends the requests through Prism's proxy and adds what it says of the answers. */
export async function judgeThroughPrism(
  { port, onLost }: PrismProxy,
  target: Target,
  requests: readonly EngineRequest[],
  judgement: EngineJudgement,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  let underWay = new AbortController()
  let silent = 0
  onLost((reason) => {
    underWay.abort(new Error(reason))
    underWay = new AbortController()
  })

  const judge = async ({ probe }: EngineRequest): Promise<'lost' | undefined> => {
    const url = probeUrl(target.url, probe)
    const address = parseAddress(url)
    const options = { userAgent: target.userAgent ?? 'plant-store-kit', fields: target.fields ?? [] }
    const lost = underWay.signal
    const late = AbortSignal.timeout(target.timeout)
    try {
      const request = {
        probe,
        url,
        target: address.target,
        fields: requestFields(probe, address.host, options),
      }
      record(await askThroughProxy({ port, agent }, request, AbortSignal.any([lost, late])), judgement)
    } catch (error) {
      if (lost.aborted) return 'lost'
      if (late.aborted) silent += 1
      const words = error instanceof Error ? error.message : String(error)
      judgement.unjudged.push(late.aborted ? `no whole answer within ${target.timeout} ms` : words)
    }
    return undefined
  }

  const queue: EngineRequest[] = []
  for (const request of requests) {
    const reason = unfit(request, target.url)
    if (reason === undefined) queue.push(request)
    else judgement.leftOut.push(reason)
  }
  const suspects: EngineRequest[] = []
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (silent >= PATIENCE) judgement.unjudged.push(`not tried after ${PATIENCE} without an answer`)
      else if ((await judge(next)) === 'lost') suspects.push(next)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  // Which of the requests under way was lost Prism does not say: alone, each tells for itself.
  for (const suspect of suspects)
    if ((await judge(suspect)) === 'lost') judgement.unjudged.push('Prism cannot read the answer')
  agent.destroy()
}

/** Why a request is not for Prism; undefined when it is. */
function unfit({ status }: EngineRequest, url: string): string | undefined {
  // It puts an answer of its own in the place of a 501, and follows redirects as it likes.
  if (status === 501 || (status >= 300 && status < 400)) return `answered ${status}`
  const { target } = parseAddress(url)
  // It would ask for another path than this one.
  return new URL(target, 'http://127.0.0.1').pathname === target && !target.includes('//')
    ? undefined
    : 'a path that Prism rewrites'
}

function record(exchange: AnsweredExchange, judgement: EngineJudgement): void {
  const { claims, unjudged } = judgement
  const { fields } = exchange.response
  const said = prismViolations(fields)
  if (said === undefined && isOfPrism(exchange)) {
    unjudged.push(`Prism answered itself: ${titleOf(exchange)}`)
    return
  }
  const sent = withoutViolations(fields)
  const headerLines = sent.map(([name, value]) => `${name}: ${value}`)
  const response = { ...exchange.response, fields: sent, headerLines }
  const seen = addJudged(judgement, { ...exchange, response })
  for (const { about, message } of said ?? [])
    claims.push({ probe: seen.probe, about, message, exchange: seen })
}

/**
 * Where Prism cannot read the upstream's answer it sends a problem document instead. A problem document of the server's own
 * comes with a violation, whatever its status: the contract has none.
 */
function isOfPrism({ response }: AnsweredExchange): boolean {
  const type = response.fields.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return type === 'application/problem+json' && response.status !== 400 && response.status !== 200
}

function titleOf({ response }: AnsweredExchange): string {
  try {
    const { title } = JSON.parse(response.body.toString())
    // The address differs from request to request; without it equal reasons are counted together.
    return String(title).replace(/ ?(?:at |to )?https?:\S+/g, '')
  } catch {
    return `status ${response.status}`
  }
}
