import type { Probe } from '../../judge/exchange.ts'
import type { EngineRequest } from '../../record/engine.ts'
import type { EngineResults } from '../engineResults.ts'
import type { AdmittedRequest } from '../forwarder/startForwarder.ts'
import type { TransactionRequest } from './messages.ts'

/** A request for Dredd, with the probe that it repeats. */
export type Transaction = {
  request: TransactionRequest
  probe: Probe
  takeOutcome: AdmittedRequest['takeOutcome']
}

type TransactionOptions = {
  /** Admits a request at the forwarder, which listens on this port. */
  admit: (request: EngineRequest) => AdmittedRequest
  port: number
  /** The operation's path. */
  path: string
  results: EngineResults
}

/** Statuses that depend on the user or the load, or that a proxy may send. */
const CIRCUMSTANCES = [401, 403, 407, 408, 429, 502, 503, 504]

/** Builds Dredd's transactions, each with its expected status. Leaves out requests that Dredd cannot judge. */
export function buildTransactions(
  requests: readonly EngineRequest[],
  options: TransactionOptions,
): Transaction[] {
  return requests.flatMap((request, index) => {
    const expect = chooseExpectedStatus(request)
    if (expect !== undefined) return [buildTransaction(request, { id: String(index), expect }, options)]
    options.results.leftOut.push(`answered ${request.status}`)
    return []
  })
}

function buildTransaction(
  planned: EngineRequest,
  given: Pick<TransactionRequest, 'id' | 'expect'>,
  { admit, port, path }: TransactionOptions,
): Transaction {
  const { probe } = planned
  const { query, fields, takeOutcome } = admit(planned)
  const fullPath = query === undefined ? path : `${path}?${query}`
  const request: TransactionRequest = {
    ...given,
    name: probe.id,
    protocol: 'http:',
    host: '127.0.0.1',
    port: String(port),
    fullPath,
    request: { method: probe.method, uri: fullPath, headers: Object.fromEntries(fields), body: '' },
  }
  return { request, probe, takeOutcome }
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
