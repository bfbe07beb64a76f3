import { STATUS_CODES } from 'node:http'
import type { Claim } from '../../harness/engine.ts'
import type { AnsweredExchange, Field } from '../../harness/exchange.ts'
import { fieldValues } from '../../harness/http/http1Head.ts'
import { addJudged, type EngineJudgement } from '../engineResults.ts'
import { answered } from '../toExchange.ts'
import type { Real, Report } from './dreddMessages.ts'
import { type DreddRequest, mustSucceed } from './transactions.ts'

const ABOUT: Record<string, Claim['about']> = { statusCode: 'status', headers: 'media type', body: 'body' }
/** Content codings that Dredd's client undoes. */
const UNDONE = ['', 'identity', 'gzip', 'deflate']

/** Reads what Dredd reports of its transactions and adds it to the judgement. */
export function dreddRecorder(
  sent: readonly DreddRequest[],
  judgement: EngineJudgement,
): (report: Report) => void {
  const { claims, unjudged } = judgement
  const byId = new Map(sent.map((request) => [request.order.id, request]))
  const errors = new Map<string, string>()
  return (report) => {
    if (report.kind === 'error') errors.set(report.id, report.message)
    if (report.kind === 'given up') unjudged.push('not tried after others without an answer')
    if (report.kind !== 'answer' || !report.last) return
    const request = byId.get(report.id)
    if (!request) return
    const { real } = report
    if (!real || !report.judged) {
      unjudged.push(errors.get(report.id) ?? 'no answer')
      return
    }
    const answer = exchangeOf(request, real, report.durationMs)
    const coding = fieldValues(answer.response.fields, 'content-encoding').join()
    const { status } = answer.response
    const documented = status === 200 || status === 400
    if (!UNDONE.includes(coding.toLowerCase())) unjudged.push(`content coding ${coding}`)
    else if (!documented && !mustSucceed(request.probe, status)) unjudged.push(`answered ${status} this time`)
    else {
      const exchange = addJudged(judgement, answer)
      // Of an undocumented answer the contract promises neither media type nor body.
      const found = documented ? report.errors : report.errors.filter(({ field }) => field === 'statusCode')
      for (const { field, message } of found)
        claims.push({
          probe: request.probe,
          about: ABOUT[field] ?? 'body',
          message: clear(message, real),
          exchange,
        })
    }
  }
}

function exchangeOf(
  { probe, url, target, fields: sent }: DreddRequest,
  real: Real,
  durationMs: number,
): AnsweredExchange {
  const fields = Object.entries(real.headers).flatMap(([name, value]) =>
    [value].flat().map((each): Field => [name, each]),
  )
  const body = Buffer.from(real.body ?? '', real.bodyEncoding === 'base64' ? 'base64' : 'utf8')
  const { statusCode: status } = real
  const startedAt = performance.now() - durationMs
  const reason = STATUS_CODES[status] ?? ''
  const httpVersion = '1.1'
  return answered({
    ...{ probe, url, target, sent, startedAt, durationMs, status, reason, httpVersion, fields, body },
  })
}

/** Dredd's words, but where they are about its base64 of a body and not about the body. */
function clear(message: string, { bodyEncoding }: Real): string {
  return bodyEncoding === 'base64' && message.includes('not a parseable JSON')
    ? 'the body is not UTF-8 text, so it is no JSON'
    : message
}
