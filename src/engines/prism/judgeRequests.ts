import { Agent } from 'node:http'
import { connect } from 'node:net'
import { messageOf } from '../../contract/words.ts'
import type { EngineRequest } from '../../record/engine.ts'
import { addExchange, type EngineResults } from '../engineResults.ts'
import type { AdmittedRequest, Outcome } from '../forwarder/startForwarder.ts'
import { readViolations } from './readViolations.ts'
import { type ProxyAnswer, sendThroughProxy } from './sendThroughProxy.ts'

export type PrismProxy = {
  port: number
  /** Sets the listener for a request under way that Prism will never answer. The reason is Prism's message. */
  onLost: (listener: (reason: string) => void) => void
}

type Judging = {
  /** Admits a request at the forwarder. */
  admit: (request: EngineRequest) => AdmittedRequest
  /** The operation's path. */
  path: string
  /** Milliseconds for one request. */
  timeout: number
  /** The most requests under way at once. */
  atOnce?: number | undefined
  results: EngineResults
}

const AT_ONCE = 4
/** The forwarder limits the time of a request. Prism itself may need as long again. */
const PATIENCE = 5

/**
 * Sends the requests through Prism's proxy and adds the exchanges and Prism's claims to the results. Resolves to whether Prism may
 * still be busy with one that it lost, or did not answer in time.
 */
export async function judgeRequests(
  { port, onLost }: PrismProxy,
  requests: readonly EngineRequest[],
  { admit, path, timeout, atOnce = AT_ONCE, results }: Judging,
): Promise<'idle' | 'busy'> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  let underWay = new AbortController()
  let unanswered = 0
  let hasLost = false
  let hasClosed = false
  onLost((reason) => {
    hasLost = true
    underWay.abort(new Error(reason))
    underWay = new AbortController()
  })

  const judge = async (request: EngineRequest): Promise<'lost' | undefined> => {
    const { query, fields, takeOutcome } = admit(request)
    const lost = underWay.signal
    const late = AbortSignal.timeout(timeout * PATIENCE)
    try {
      const sent = { path: query === undefined ? path : `${path}?${query}`, fields }
      const answer = await sendThroughProxy({ port, agent }, sent, AbortSignal.any([lost, late]))
      recordAnswer(answer, takeOutcome(), results)
    } catch (error) {
      if (lost.aborted) return 'lost'
      if (late.aborted) unanswered += 1
      else hasClosed = true
      results.unjudged.push(
        late.aborted ? `no complete response within ${timeout * PATIENCE} ms` : messageOf(error),
      )
    }
    return undefined
  }

  const queue: EngineRequest[] = []
  for (const request of requests) {
    const { status } = request
    if (isSuitable(status)) queue.push(request)
    else results.leftOut.push(`answered ${status}`)
  }
  const suspects: EngineRequest[] = []
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (unanswered >= atOnce) results.unjudged.push('not sent, because Prism did not answer others')
      else if ((await judge(next)) === 'lost') suspects.push(next)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  // Prism does not say which of the requests under way it lost, so each is sent again alone.
  for (const suspect of suspects)
    if ((await judge(suspect)) === 'lost') results.unjudged.push('Prism cannot read the response')
  agent.destroy()
  if (hasClosed) await assertListening(port)
  return hasLost || unanswered > 0 ? 'busy' : 'idle'
}

/** Never resolves if Prism does not listen any more: it has ended, and the engine will know why. */
async function assertListening(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((resolve) => socket.once('connect', resolve).on('error', () => {}))
  socket.destroy()
}

/** Whether Prism can judge a response with this status. It replaces a 501 with a response of its own, and follows redirects. */
export function isSuitable(status: number): boolean {
  return status !== 501 && (status < 300 || status >= 400)
}

function recordAnswer(answer: ProxyAnswer, received: Outcome | undefined, results: EngineResults): void {
  if (received && 'problem' in received) {
    results.unjudged.push(received.problem)
    return
  }
  const claims = readViolations(answer.fields)
  if (received === undefined || (claims === undefined && isFromPrism(answer)))
    results.unjudged.push(`Prism answered itself: ${readTitle(answer)}`)
  else addExchange(results, received, claims ?? [])
}

/**
 * If Prism cannot read the server's response, it sends a problem document instead. A problem document from the server
 * itself always has a violation, because the contract documents none.
 */
function isFromPrism({ status, fields }: ProxyAnswer): boolean {
  const type = fields.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return type === 'application/problem+json' && status !== 400 && status !== 200
}

function readTitle({ status, body }: ProxyAnswer): string {
  try {
    const { title } = JSON.parse(body.toString())
    // Without the address, which differs between requests, equal reasons are counted together.
    return String(title).replace(/ ?(?:at |to )?https?:\S+/g, '')
  } catch {
    return `status ${status}`
  }
}
