import type { Cause } from '../cause.ts'
import type { Check, Facts } from '../check.ts'
import type { Design } from '../design.ts'
import type { Exchange } from '../exchange.ts'
import type { Mask } from '../mask.ts'
import type { Violation } from '../report.ts'
import { buildCurl, type CurlOptions } from './buildCurl.ts'
import { buildRequest, hideCookie } from './buildMessage.ts'
import { buildSteps } from './buildSteps.ts'
import { describeUnusual } from './describeUnusual.ts'
import type { Evidence } from './evidence.ts'
import { findNeeded } from './findNeeded.ts'
import { findPlace } from './findPlace.ts'
import { listCompany, listSequence, type Sequence } from './listSequence.ts'

const LINE_SHOWN = 500
const HEAD_SHOWN = 4_000
const BODY_SHOWN = 400
/** Read beyond what is shown, so that a secret across the cut is masked and not shown in part. */
const LONGEST_SECRET = 8_000

export type EvidenceOptions = CurlOptions & {
  mask: Mask
  design: Design | undefined
  facts: Facts
}

/** What an exchange shows: the violation of a check, if there is one. */
type Shown = {
  check: Check
  violation: Violation | undefined
  cause: Cause | undefined
  /** Whether all exchanges with a violation were sent together with others. */
  isOnlyAtOnce: boolean
  /** Whether it is the first evidence of a finding. Only that has whole bodies, so that a report stays small. */
  isFirst: boolean
}

/** Shows an exchange as text, without secrets, and what led to it. */
export function buildEvidence(
  exchange: Exchange,
  { check, violation, cause, isOnlyAtOnce, isFirst }: Shown,
  options: EvidenceOptions,
): Evidence {
  const { mask, facts } = options
  const compared = violation ? findNeeded(check, exchange, facts) : []
  const before = listSequence(exchange, cause, facts.exchanges, check.needsPrevious)
  const others = compared.filter((each) => !before.includes(each))
  const sequence: Sequence = [...others, ...before]
  const steps = buildSteps(sequence, { mask, design: options.design, isWhole: isFirst })
  const unusual = describeUnusual(exchange, before, options.design, {
    compared: sequence,
    isRandom: cause?.data.kind === 'intermittent',
  })
  const last = steps.at(-1)
  const conditions = exchange.probe.trial ?? exchange.probe.conditions
  const received = exchange.response ?? exchange.failure?.partial
  const anomaly = received?.anomalies.find(({ detail }) => detail === violation?.actual)
  const wrong = violation && last?.response && findPlace(violation, anomaly, last.response)
  return {
    probe: exchange.probe.id,
    ...(conditions && { conditions }),
    ...(exchange.probe.turns && { turns: exchange.probe.turns }),
    request: showRequest(exchange, mask),
    response: showResponse(exchange, mask),
    curl: violation
      ? mask(
          buildCurl(
            sequence,
            {
              cause,
              anomaly: anomaly?.code,
              pointer: violation.pointer,
              company: isOnlyAtOnce ? listCompany(exchange, facts.exchanges) : [],
            },
            options,
          ),
        )
      : '',
    attempt: exchange.attempt,
    steps,
    ...(unusual !== '' && { unusual: mask(unusual) }),
    ...(wrong && { place: wrong }),
    ...(anomaly?.bytes && { bytes: { ...anomaly.bytes, text: mask(anomaly.bytes.text) } }),
  }
}

/** The request head as sent, with the label of the credentials in their place. */
function showRequest(exchange: Exchange, mask: Mask): string {
  const lines = buildRequest(exchange, mask).head.trimEnd().split('\r\n')
  return lines.map((line) => (line.length > LINE_SHOWN ? `${line.slice(0, LINE_SHOWN)}…` : line)).join('\n')
}

function showResponse({ response, failure, waited }: Exchange, mask: Mask): string {
  const before = waited.map(({ status, ms }) => `(${status}, retried after ${Math.round(ms)} ms)\n`).join('')
  if (failure) return `${before}(no response: ${mask(failure.message)})`
  const { statusLine, headerLines, body, cut } = response
  const shown = mask(body.toString('utf8', 0, BODY_SHOWN + LONGEST_SECRET)).slice(0, BODY_SHOWN)
  const more =
    body.length > BODY_SHOWN || cut ? `… (${body.length} bytes${cut ? ' read, then cut' : ''})` : ''
  const head = [statusLine, ...headerLines.map(hideCookie)]
  return `${before}${mask(head.join('\n')).slice(0, HEAD_SHOWN)}\n\n${shown}${more}`
}
