import type { Exchange } from '../exchange.ts'
import type { Evidence } from '../report.ts'
import { type CurlOptions, curl } from './curl.ts'

const BODY_SHOWN = 400

export type EvidenceOptions = CurlOptions & { mask: (text: string) => string }

/** An exchange as text that can be shown to anybody. */
export function evidence(exchange: Exchange, options: EvidenceOptions): Evidence {
  const { mask } = options
  return {
    probe: exchange.probe.id,
    request: mask(requestText(exchange)),
    response: mask(responseText(exchange)),
    curl: mask(curl(exchange, options)),
    attempt: exchange.attempt,
  }
}

/** The request head as sent, its credentials replaced by what they are. */
function requestText({ request, probe }: Exchange): string {
  const lines = request.toString('latin1').trimEnd().split('\r\n')
  const shown = lines.map((line) => {
    if (/^authorization:/i.test(line))
      return `${line.slice(0, line.indexOf(':'))}: (${probe.credential.label})`
    return /^(cookie|proxy-authorization):/i.test(line) ? `${line.slice(0, line.indexOf(':'))}: ***` : line
  })
  return shown.map((line) => (line.length > 500 ? `${line.slice(0, 500)}…` : line)).join('\n')
}

function responseText({ response, failure, waited }: Exchange): string {
  const before = waited
    .map(({ status, ms }) => `(${status}, asked again after ${Math.round(ms)} ms)\n`)
    .join('')
  if (failure) return `${before}(no answer: ${failure.message})`
  const { statusLine, headerLines, body, cut } = response
  const shown = body.toString('utf8', 0, BODY_SHOWN)
  const more =
    body.length > BODY_SHOWN || cut ? `… (${body.length} bytes${cut ? ' read, then cut' : ''})` : ''
  const head = [
    statusLine,
    ...headerLines.map((line) => (/^set-cookie:/i.test(line) ? 'Set-Cookie: ***' : line)),
  ]
  return `${before}${head.join('\n').slice(0, 4000)}\n\n${shown}${more}`
}
