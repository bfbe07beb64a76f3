import type { Claim } from '../../judge/engine.ts'
import { fieldValues } from '../../judge/headerFields.ts'
import { addExchange, type EngineResults } from '../engineResults.ts'
import type { ChildMessage } from './messages.ts'
import { mustSucceed, type Transaction } from './transactions.ts'

const SUBJECTS: Record<string, Claim['about']> = { statusCode: 'status', headers: 'media type', body: 'body' }
/** Content codings that Dredd's client can decode. */
const DECODED = ['', 'identity', 'gzip', 'deflate']

/** Returns a listener that adds Dredd's reports on its transactions to the results. */
export function recordReports(
  transactions: readonly Transaction[],
  results: EngineResults,
): (report: ChildMessage) => void {
  const { unjudged } = results
  const byId = new Map(transactions.map((transaction) => [transaction.request.id, transaction]))
  const errors = new Map<string, string>()
  return (report) => {
    if (report.kind === 'error') errors.set(report.id, report.message)
    if (report.kind !== 'answer') return
    const transaction = byId.get(report.id)
    if (!transaction) return
    const exchange = transaction.takeOutcome()
    if (exchange === undefined || 'problem' in exchange || !report.judged) {
      const problem = exchange && 'problem' in exchange ? exchange.problem : errors.get(report.id)
      unjudged.push(problem ?? 'no response')
      return
    }
    const { status, fields } = exchange.response
    const coding = fieldValues(fields, 'content-encoding').join()
    const documented = status === 200 || status === 400
    if (!DECODED.includes(coding.toLowerCase())) unjudged.push(`content coding ${coding}`)
    else if (!documented && !mustSucceed(transaction.probe, status))
      unjudged.push(`answered ${status} this time`)
    else {
      // The contract requires no media type and no body of a response that it does not document.
      const found = documented ? report.errors : report.errors.filter(({ field }) => field === 'statusCode')
      const claims = found.map(({ field, message }) => ({
        about: SUBJECTS[field] ?? 'body',
        message: clarify(message, report.isText),
      }))
      addExchange(results, exchange, claims)
    }
  }
}

/** Dredd's message, unless it is about Dredd's own base64 of the body. */
function clarify(message: string, isText: boolean): string {
  return !isText && message.includes('not a parseable JSON')
    ? 'the body is not UTF-8 text, so it is not JSON'
    : message
}
