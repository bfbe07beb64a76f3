import { STATUS_CODES } from 'node:http'
import type { Claim } from '../../harness/engine.ts'
import type { AnsweredExchange, Field } from '../../harness/exchange.ts'
import { fieldValues } from '../../harness/http/responseHead.ts'
import { addExchange, type EngineResults } from '../engineResults.ts'
import { toExchange } from '../toExchange.ts'
import type { ActualResponse, ChildMessage } from './messages.ts'
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
    if (report.kind === 'skipped') unjudged.push('not sent, because other requests timed out')
    if (report.kind !== 'answer' || !report.last) return
    const transaction = byId.get(report.id)
    if (!transaction) return
    const { real } = report
    if (!real || !report.judged) {
      unjudged.push(errors.get(report.id) ?? 'no response')
      return
    }
    const exchange = readExchange(transaction, real, report.durationMs)
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
        message: clarify(message, real),
      }))
      addExchange(results, exchange, claims)
    }
  }
}

function readExchange(
  { probe, url, target, fields: sent }: Transaction,
  real: ActualResponse,
  durationMs: number,
): AnsweredExchange {
  const fields = Object.entries(real.headers).flatMap(([name, value]) =>
    [value].flat().map((single): Field => [name, single]),
  )
  return toExchange({
    probe,
    url,
    target,
    sent,
    startedAt: performance.now() - durationMs,
    durationMs,
    status: real.statusCode,
    reason: STATUS_CODES[real.statusCode] ?? '',
    httpVersion: '1.1',
    fields,
    body: Buffer.from(real.body ?? '', real.bodyEncoding === 'base64' ? 'base64' : 'utf8'),
  })
}

/** Dredd's message, unless it is about Dredd's own base64 of the body. */
function clarify(message: string, { bodyEncoding }: ActualResponse): string {
  return bodyEncoding === 'base64' && message.includes('not a parseable JSON')
    ? 'the body is not UTF-8 text, so it is not JSON'
    : message
}
