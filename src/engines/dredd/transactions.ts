import type { EngineRequest, Target } from '../../harness/engine.ts'
import type { Field, Probe } from '../../harness/exchange.ts'
import { chooseFields } from '../../harness/http/buildRequest.ts'
import { parseAddress, probeUrl } from '../../harness/http/url.ts'
import type { EngineResults } from '../engineResults.ts'
import type { TransactionRequest } from './messages.ts'

/** A request for Dredd, with the probe that it repeats. */
export type Transaction = {
  request: TransactionRequest
  probe: Probe
  url: string
  target: string
  fields: readonly Field[]
}

/** Statuses that depend on the user or the load, or that a proxy may send. */
const CIRCUMSTANCES = [401, 403, 407, 408, 429, 502, 503, 504]

/** Builds Dredd's transactions, each with its expected status. Leaves out requests that Dredd cannot judge. */
export function buildTransactions(
  target: Target,
  requests: readonly EngineRequest[],
  { leftOut }: EngineResults,
): Transaction[] {
  return requests.flatMap((request, index) => {
    const expect = chooseExpectedStatus(request)
    if (expect !== undefined) return [buildTransaction(target, request, { id: String(index), expect })]
    leftOut.push(`answered ${request.status}`)
    return []
  })
}

function buildTransaction(
  target: Target,
  { probe, url = probeUrl(target.url, probe) }: EngineRequest,
  given: Pick<TransactionRequest, 'id' | 'expect'>,
): Transaction {
  const { protocol, hostname, port, host, target: fullPath } = parseAddress(url)
  const options = { userAgent: target.userAgent ?? 'plant-store-kit', fields: target.fields ?? [] }
  const fields = chooseFields(probe, host, options)
  const request: TransactionRequest = {
    ...given,
    name: probe.id,
    protocol,
    host: hostname,
    port: String(port),
    fullPath,
    request: { method: probe.method, uri: fullPath, headers: Object.fromEntries(fields), body: '' },
  }
  return { request, probe, url, target: fullPath, fields }
}

/** Whether an undocumented response violates the contract, because this request must succeed. */
export function mustSucceed({ credential, limit }: Probe, status: number): boolean {
  const valid = credential.kind === 'valid' && (limit === 'absent' || limit === 'positive')
  return valid && !CIRCUMSTANCES.includes(status) && (status < 300 || status >= 400)
}

/** Undefined if the contract does not say. */
function chooseExpectedStatus({ probe, status }: EngineRequest): string | undefined {
  if (status === 200 || status === 400) return String(status)
  return mustSucceed(probe, status) ? '200' : undefined
}
