import { Agent } from 'node:http'
import { messageOf } from '../../contract/errors.ts'
import type { EngineRequest, Target } from '../../harness/engine.ts'
import type { AnsweredExchange } from '../../harness/exchange.ts'
import { chooseFields } from '../../harness/http/buildRequest.ts'
import { parseAddress, probeUrl } from '../../harness/http/url.ts'
import { addExchange, type EngineResults } from '../engineResults.ts'
import { readViolations, removeViolations } from './readViolations.ts'
import { sendThroughProxy } from './sendThroughProxy.ts'

export type PrismProxy = {
  port: number
  /** Sets the listener for a request under way that Prism will never answer. The reason is Prism's message. */
  onLost: (listener: (reason: string) => void) => void
}

const AT_ONCE = 4
/** Give up after this many requests that time out. */
const MOST_TIMEOUTS = 8

/** Sends the requests through Prism's proxy and adds the exchanges and Prism's claims to the results. */
export async function judgeRequests(
  { port, onLost }: PrismProxy,
  target: Target,
  requests: readonly EngineRequest[],
  results: EngineResults,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  let underWay = new AbortController()
  let timeouts = 0
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
        fields: chooseFields(probe, address.host, options),
      }
      recordExchange(await sendThroughProxy({ port, agent }, request, AbortSignal.any([lost, late])), results)
    } catch (error) {
      if (lost.aborted) return 'lost'
      if (late.aborted) timeouts += 1
      results.unjudged.push(
        late.aborted ? `no complete response within ${target.timeout} ms` : messageOf(error),
      )
    }
    return undefined
  }

  const queue: EngineRequest[] = []
  for (const request of requests) {
    const reason = explainUnsuitable(request, target.url)
    if (reason === undefined) queue.push(request)
    else results.leftOut.push(reason)
  }
  const suspects: EngineRequest[] = []
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (timeouts >= MOST_TIMEOUTS) results.unjudged.push('not sent, because other requests timed out')
      else if ((await judge(next)) === 'lost') suspects.push(next)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  // Prism does not say which of the requests under way it lost, so each is sent again alone.
  for (const suspect of suspects)
    if ((await judge(suspect)) === 'lost') results.unjudged.push('Prism cannot read the response')
  agent.destroy()
}

/** Why Prism cannot judge a request; undefined if it can. */
function explainUnsuitable({ status }: EngineRequest, url: string): string | undefined {
  // Prism replaces a 501 with a response of its own, and follows some redirects.
  if (status === 501 || (status >= 300 && status < 400)) return `answered ${status}`
  const { target } = parseAddress(url)
  // Prism normalises the path.
  return new URL(target, 'http://127.0.0.1').pathname === target && !target.includes('//')
    ? undefined
    : 'a path that Prism rewrites'
}

function recordExchange(exchange: AnsweredExchange, results: EngineResults): void {
  const { fields } = exchange.response
  const claims = readViolations(fields)
  if (claims === undefined && isFromPrism(exchange)) {
    results.unjudged.push(`Prism answered itself: ${readTitle(exchange)}`)
    return
  }
  const sent = removeViolations(fields)
  const headerLines = sent.map(([name, value]) => `${name}: ${value}`)
  addExchange(
    results,
    { ...exchange, response: { ...exchange.response, fields: sent, headerLines } },
    claims ?? [],
  )
}

/**
 * If Prism cannot read the server's response, it sends a problem document instead. A problem document from the server
 * itself always has a violation, because the contract documents none.
 */
function isFromPrism({ response }: AnsweredExchange): boolean {
  const type = response.fields.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return type === 'application/problem+json' && response.status !== 400 && response.status !== 200
}

function readTitle({ response }: AnsweredExchange): string {
  try {
    const { title } = JSON.parse(response.body.toString())
    // Without the address, which differs between requests, equal reasons are counted together.
    return String(title).replace(/ ?(?:at |to )?https?:\S+/g, '')
  } catch {
    return `status ${response.status}`
  }
}
