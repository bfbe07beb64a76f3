import type { Cause } from './cause.ts'
import type { Check, Facts, FoundViolation } from './check.ts'
import { buildCurl } from './curl.ts'
import { type Exchange, isAuthorised, isBadLimit, type Sequence } from './exchange.ts'
import { isViolated } from './judgeChecks.ts'
import type { Mask } from './mask.ts'
import { buildRequest, buildResponse, findPlace } from './message.ts'
import { isMoment, listRemarks } from './parts.ts'
import type { Evidence, Message, Step } from './report.ts'
import type { Design } from './suite.ts'
import type { JudgingOptions } from './verifyOptions.ts'

export type EvidenceOptions = {
  /** The options of the run. */
  options: JudgingOptions
  mask: Mask
  design: Design | undefined
  facts: Facts
}

/** An exchange to show, with the violation of the check, if there is one. */
type Shown = {
  check: Check
  violation: FoundViolation | undefined
  cause: Cause | undefined
  /** Whether it is the first piece of evidence for a finding. Only that one has whole bodies, so that a report stays small. */
  isFirst: boolean
}

const MAX_EVIDENCE = 2
/** Maximum characters of a head, and of a body, in the short form of a piece of evidence. */
const HEAD_SHOWN = 4_000
const BODY_SHOWN = 400

/** Chooses violating exchanges of different probes: those that take the fewest and simplest requests to reproduce. */
export function chooseEvidence(
  violating: readonly Exchange[],
  cause: Cause | undefined,
  { exchanges }: Facts,
): Exchange[] {
  const sorted = sortBy(violating, (exchange) =>
    listSequence(exchange, cause, exchanges).reduce((sum, each) => sum + 1 + rankRequest(each, cause), 0),
  )
  const byProbe = Map.groupBy(sorted, ({ probe }) => probe.id)
  return [...byProbe.values()].flatMap(([best]) => best ?? []).slice(0, MAX_EVIDENCE)
}

/** Sorts by rank. Exchanges of equal rank stay in their order. */
function sortBy(exchanges: readonly Exchange[], rank: (exchange: Exchange) => number): Exchange[] {
  return exchanges.toSorted((one, other) => rank(one) - rank(other))
}

/** How unusual a request is: the fewest differences come first, then the usual token and spelling, then the smallest limit. */
function rankRequest({ probe }: Exchange, cause?: Cause): number {
  const { conditions = {}, credential, query, maxResults = 0, fields = [], omit = [], parallel } = probe
  const differences =
    Object.keys(conditions).length || fields.length + omit.length + Number(query !== undefined)
  const isCrowded = parallel !== undefined && cause?.data.kind !== 'parallel'
  const oddities = [isBadLimit(probe), credential.kind === 'other', query?.includes('%'), isCrowded]
  return 3 * differences + oddities.filter(Boolean).length + maxResults / 2 ** 32
}

/** The fewest other exchanges, if possible earlier ones, with which the check must compare this exchange to report it. */
function findCompared(check: Check, exchange: Exchange, facts: Facts): readonly Exchange[] {
  const isReported = (others: readonly Exchange[]): boolean => {
    const exchanges = facts.exchanges.filter((each) => each === exchange || others.includes(each))
    return isViolated(check, exchange, { ...facts, exchanges })
  }
  const at = facts.exchanges.indexOf(exchange)
  // The other exchanges only show that the server answers them.
  if (exchange.failure?.kind === 'timeout' || at < 0 || isReported([])) return []
  const others = facts.exchanges.filter((each) => each !== exchange)
  let needed = [others.slice(0, at), others].find(isReported) ?? []
  // The simplest exchanges are tried last, so they are kept if they are enough.
  for (const each of sortBy(needed, (other) => -rankRequest(other))) {
    const fewer = needed.filter((other) => other !== each)
    if (isReported(fewer)) needed = fewer
  }
  return needed
}

/** Shows an exchange, and what led to it, as text without secrets. */
export function buildEvidence(
  exchange: Exchange,
  { check, violation, cause, isFirst }: Shown,
  { options, mask, facts, design }: EvidenceOptions,
): Evidence {
  const { probe } = exchange
  const before = listSequence(exchange, cause, facts.exchanges)
  const compared = violation ? findCompared(check, exchange, facts) : []
  const sequence: Sequence = [...compared.filter((each) => !before.includes(each)), ...before]
  const steps = buildSteps(sequence, { mask, design, isWhole: isFirst })
  const last = steps.at(-1)
  const conditions = probe.trial ?? probe.conditions
  const { bytes } = violation?.anomaly ?? {}
  const place = violation && last?.response && findPlace(violation.pointer, last.response)
  const together = listCompany(exchange, sequence).length
  const moment = cause?.traits.find(({ part }) => isMoment(part))
  const unusual = [
    // For an intermittent violation, headers explain nothing.
    cause?.data.kind === 'intermittent' ? [] : listRemarks(probe, design),
    together > 0 ? `${together + 1} at once` : before.length > 1 && moment ? moment.words : [],
    exchange.hops.length > 0 ? 'after a redirect' : [],
  ].flat()
  return {
    probe: probe.id,
    ...(conditions && { conditions }),
    ...(probe.turns && { turns: probe.turns }),
    ...summarise(exchange, last),
    curl: violation ? mask(buildCurl(sequence, violation, cause, options)) : '',
    attempt: exchange.attempt,
    steps,
    ...(unusual.length > 0 && { unusual: unusual.join(', ') }),
    ...(place && { place }),
    ...(bytes && { bytes: { ...bytes, text: mask(bytes.text) } }),
  }
}

/** Lists the requests that reproduce a violation, as far as the cause tells: those sent at the same time or before it. */
function listSequence(
  exchange: Exchange,
  cause: Cause | undefined,
  exchanges: readonly Exchange[],
): Sequence {
  const moment = cause?.traits.find(({ part }) => isMoment(part))
  const { connection } = exchange
  if (moment?.part === 'parallel') return [...listCompany(exchange, exchanges), exchange]
  if (moment?.part === 'position') {
    const earlier = exchanges.filter(
      (each) => each.connection.id === connection.id && each.connection.earlier < connection.earlier,
    )
    if (!moment.values.includes('used')) return [...earlier, exchange]
    // Any earlier request is enough. The server may have kept that request's user, so prefer a request with a token.
    const tokenFirst = (each: Exchange): number => rankRequest(each) + (isAuthorised(each) ? 0 : 100)
    return [...sortBy(earlier, tokenFirst).slice(0, 1), exchange]
  }
  const previous = exchanges[exchanges.indexOf(exchange) - 1]
  return moment && previous ? [previous, exchange] : [exchange]
}

/** The exchanges that were sent at the same time. */
function listCompany(exchange: Exchange, exchanges: readonly Exchange[]): readonly Exchange[] {
  const { probe, attempt } = exchange
  if (probe.parallel === undefined) return []
  return exchanges.filter(
    (each) => each !== exchange && each.probe.parallel === probe.parallel && each.attempt === attempt,
  )
}

/** The steps of a sequence, with every redirect as a separate step. `isWhole`: include the whole body of the last response. */
function buildSteps(
  sequence: Sequence,
  { mask, design, isWhole }: { mask: Mask; design: Design | undefined; isWhole: boolean },
): Step[] {
  const target = sequence.at(-1)
  const numbers = [...new Set(sequence.map(({ connection }) => connection.id))]
  return sequence.flatMap((exchange) => {
    const { probe, failure } = exchange
    const response = exchange.response ?? failure?.partial
    const common = { probe: probe.id, connection: numbers.indexOf(exchange.connection.id) + 1 }
    const unusual = listRemarks(probe, design).join(', ')
    return [
      ...exchange.hops.map((hop) => ({
        ...common,
        request: buildRequest(hop.request, probe, mask),
        response: buildResponse(hop.response, mask, false),
        note: 'redirect',
      })),
      {
        ...common,
        request: buildRequest(exchange.request, probe, mask),
        ...(response && { response: buildResponse(response, mask, isWhole && exchange === target) }),
        ...(failure && { failure: mask(failure.message) }),
        ...(listCompany(exchange, sequence).length > 0 && { at: 'once' }),
        ...(unusual !== '' && { unusual }),
      },
    ]
  })
}

/** Summarises the last step as text. */
function summarise(
  { response, waited }: Exchange,
  step: Step | undefined,
): Pick<Evidence, 'request' | 'response'> {
  const showHead = ({ head = '' }: Partial<Message> = {}): string =>
    head.trimEnd().replaceAll('\r\n', '\n').slice(0, HEAD_SHOWN)
  const request = showHead(step?.request)
  const before = waited.map(({ status, ms }) => `(${status}, retried after ${Math.round(ms)} ms)\n`).join('')
  if (!response) return { request, response: `${before}(no response: ${step?.failure})` }
  const { body } = step?.response ?? {}
  const text = body && 'base64' in body ? Buffer.from(body.base64, 'base64').toString() : (body?.text ?? '')
  const isShort = response.body.length <= BODY_SHOWN && !response.cut
  const more = isShort ? '' : `… (${response.body.length} bytes${response.cut ? ' read, then cut' : ''})`
  return {
    request,
    response: `${before}${showHead(step?.response)}\n\n${text.slice(0, BODY_SHOWN)}${more}`,
  }
}
