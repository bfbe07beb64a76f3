import type { Exchange } from '../exchange.ts'
import type { Mask } from '../mask.ts'
import type { Evidence } from '../report.ts'
import { buildCurl, type CurlOptions } from './buildCurl.ts'

const LINE_SHOWN = 500
const HEAD_SHOWN = 4_000
const BODY_SHOWN = 400
/** Read beyond what is shown, so that a secret across the cut is masked and not shown in part. */
const LONGEST_SECRET = 8_000

export type EvidenceOptions = CurlOptions & { mask: Mask }

/** Shows an exchange as text, without secrets. */
export function buildEvidence(exchange: Exchange, options: EvidenceOptions): Evidence {
  const { mask } = options
  return {
    probe: exchange.probe.id,
    request: showRequest(exchange, mask),
    response: showResponse(exchange, mask),
    curl: mask(buildCurl(exchange, options)),
    attempt: exchange.attempt,
  }
}

/** The request head as sent, with the label of the credentials in their place. */
function showRequest({ request, probe }: Exchange, mask: Mask): string {
  const lines = request.toString('latin1').trimEnd().split('\r\n')
  const shown = lines.map((line) => {
    if (/^authorization:/i.test(line))
      return `${line.slice(0, line.indexOf(':'))}: (${probe.credential.label})`
    return /^(cookie|proxy-authorization):/i.test(line)
      ? `${line.slice(0, line.indexOf(':'))}: ***`
      : mask(line)
  })
  return shown.map((line) => (line.length > LINE_SHOWN ? `${line.slice(0, LINE_SHOWN)}…` : line)).join('\n')
}

function showResponse({ response, failure, waited }: Exchange, mask: Mask): string {
  const before = waited.map(({ status, ms }) => `(${status}, retried after ${Math.round(ms)} ms)\n`).join('')
  if (failure) return `${before}(no response: ${mask(failure.message)})`
  const { statusLine, headerLines, body, cut } = response
  const shown = mask(body.toString('utf8', 0, BODY_SHOWN + LONGEST_SECRET)).slice(0, BODY_SHOWN)
  const more =
    body.length > BODY_SHOWN || cut ? `… (${body.length} bytes${cut ? ' read, then cut' : ''})` : ''
  const head = [
    statusLine,
    ...headerLines.map((line) => (/^set-cookie:/i.test(line) ? 'Set-Cookie: ***' : line)),
  ]
  return `${before}${mask(head.join('\n')).slice(0, HEAD_SHOWN)}\n\n${shown}${more}`
}
