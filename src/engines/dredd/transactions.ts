import type { EngineRequest, Target } from '../../harness/engine.ts'
import type { Field, Probe } from '../../harness/exchange.ts'
import { requestFields } from '../../harness/http/requestBytes.ts'
import { parseAddress, probeUrl } from '../../harness/http/url.ts'
import type { EngineJudgement } from '../engineResults.ts'
import type { Order } from './dreddMessages.ts'

/** A request as it is given to Dredd, beside the probe that it is. */
export type DreddRequest = {
  order: Order
  probe: Probe
  url: string
  target: string
  fields: readonly Field[]
}

/** Statuses that speak of who asks, how often, or of something between the kit and the server. */
const CIRCUMSTANCES = [401, 403, 407, 408, 429, 502, 503, 504]

/** The requests in Dredd's terms, each with the status that it is to expect; those that it cannot judge are left out. */
export function dreddOrders(
  target: Target,
  requests: readonly EngineRequest[],
  { leftOut }: EngineJudgement,
): DreddRequest[] {
  return requests.flatMap((request, index) => {
    const expect = expectedStatus(request)
    if (expect === undefined) {
      leftOut.push(`answered ${request.status}`)
      return []
    }
    const { probe } = request
    const url = request.url ?? probeUrl(target.url, probe)
    const { protocol, hostname, port, host, target: fullPath } = parseAddress(url)
    const options = { userAgent: target.userAgent ?? 'plant-store-kit', fields: target.fields ?? [] }
    const fields = requestFields(probe, host, options)
    const headers = Object.fromEntries(fields)
    const order: Order = {
      ...{
        id: String(index),
        name: probe.id,
        protocol,
        host: hostname,
        port: String(port),
        fullPath,
        expect,
      },
      request: { method: probe.method, uri: fullPath, headers, body: '' },
    }
    return [{ order, probe, url, target: fullPath, fields }]
  })
}

/** Whether an answer other than the documented ones breaks the contract: the request is one that must be served. */
export function mustSucceed({ credential, limit }: Probe, status: number): boolean {
  const valid = credential.kind === 'valid' && (limit === 'absent' || limit === 'positive')
  return valid && !CIRCUMSTANCES.includes(status) && (status < 300 || status >= 400)
}

/** Undefined where the contract says nothing of such an answer. */
function expectedStatus({ probe, status }: EngineRequest): string | undefined {
  if (status === 200 || status === 400) return String(status)
  return mustSucceed(probe, status) ? '200' : undefined
}
