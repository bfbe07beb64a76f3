import { decodeContent } from './body/decodeContent.ts'
import { decodeText } from './body/decodeText.ts'
import { JsonSyntaxError, readJson } from './body/readJson.ts'
import type { Cause } from './cause.ts'
import type { Check, Facts, FoundViolation } from './check.ts'
import { buildCurl, type CurlOptions } from './curl.ts'
import { describeUnusual } from './describeUnusual.ts'
import type { Design } from './design.ts'
import {
  type AnomalyCode,
  type Exchange,
  isAuthorised,
  isBadLimit,
  type Probe,
  type Response,
  type Sequence,
} from './exchange.ts'
import { listMembers } from './headerFields.ts'
import { isViolated } from './judgeChecks.ts'
import { locateInJson } from './locateInJson.ts'
import type { Mask } from './mask.ts'
import type { Evidence, Message, MessageBody, Place, Step } from './report.ts'

export type EvidenceOptions = CurlOptions & {
  mask: Mask
  design: Design | undefined
  facts: Facts
}

/** What an exchange shows: the violation of a check, if there is one. */
type Shown = {
  check: Check
  violation: FoundViolation | undefined
  cause: Cause | undefined
  /** Whether all exchanges with a violation were sent together with others. */
  isOnlyParallel: boolean
  /** Whether it is the first evidence of a finding. Only that has whole bodies, so that a report stays small. */
  isFirst: boolean
}

const MAX_EVIDENCE = 2
/** To find out what an exchange is compared with takes time. */
const MAX_COMPARED = 4
/** So often a check is asked which other exchanges it needs. */
const MAX_SEARCH = 300
const LINE_SHOWN = 500
const MAX_HEAD = 64 * 1024
const MAX_BODY = 64 * 1024
/** Bytes of the text of an evidence, and of a body that does not show the violation best. */
const HEAD_SHOWN = 4_000
const BODY_SHOWN = 400
const BODY_BEFORE = 2_000
/** Read beyond what is shown, so that a secret across the cut is masked and not shown in part. */
const LONGEST_SECRET = 8_000

/** Chooses violating exchanges of different probes, the simplest one first. */
export function chooseEvidence(
  check: Check,
  violating: readonly Exchange[],
  cause: Cause | undefined,
  facts: Facts,
): Exchange[] {
  const hasMoment = cause?.traits.some(({ kind }) => kind === 'moment') === true && !isAnyLater(cause)
  const isAfter = cause?.traits.some(({ moment }) => moment === 'predecessor') === true
  /** How unusual the request right before is, how many the connection had carried, and how unusual the request itself is. */
  const rank = (exchange: Exchange): readonly [number, number, number] => {
    const { probe } = facts.exchanges[facts.exchanges.indexOf(exchange) - 1] ?? exchange
    const before = probe.parallel === undefined ? Number(probe.method !== 'GET') : 2
    return [isAfter ? before : 0, hasMoment ? exchange.connection.earlier : 0, rankRequest(exchange, cause)]
  }
  const ranked = violating
    .map((first) => ({ first, rank: rank(first) }))
    .sort(({ rank: one }, { rank: other }) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2])
  const byProbe = Map.groupBy(ranked, ({ first }) => first.probe.id)
  const sorted = [...byProbe.values()].flatMap(([best]) => best ?? [])
  const equal = sorted
    .filter((each) => each.rank.join() === sorted[0]?.rank.join())
    .slice(0, MAX_COMPARED)
    .map(({ first }) => first)
  const [best] = equal.length < 2 ? equal : sortByNeeded(check, equal, facts)
  const others = sorted.map(({ first }) => first).filter((each) => each !== best)
  return best ? [best, ...others].slice(0, MAX_EVIDENCE) : []
}

/** Those that need the simplest other requests come first. */
function sortByNeeded(check: Check, exchanges: readonly Exchange[], facts: Facts): readonly Exchange[] {
  const measured = exchanges.map((exchange) => ({
    exchange,
    rank: findNeeded(check, exchange, facts).reduce((sum, each) => sum + rankRequest(each), 0),
  }))
  return measured.sort((one, other) => one.rank - other.rank).map(({ exchange }) => exchange)
}

/** How unusual a request is: the fewest differences first; then the usual token and spelling, and the smallest limit. */
export function rankRequest({ probe }: Exchange, cause?: Cause): number {
  const { conditions, credential, query, maxResults = 0, fields = [], omit = [], parallel } = probe
  const differences = conditions
    ? Object.keys(conditions).length
    : fields.length + omit.length + Number(query !== undefined)
  const isCrowded = parallel !== undefined && !cause?.traits.some(({ key }) => key === 'parallel')
  const oddities =
    2 * Number(isBadLimit(probe)) +
    Number(credential.kind === 'other') +
    4 * Number(query?.includes('%') === true) +
    Number(isCrowded)
  return 3 * differences + oddities + maxResults / 2 ** 32
}

/**
 * Finds the fewest other exchanges without which the check does not report this one, because it compares them. None if the exchange
 * is enough by itself, or if the search would take too long.
 */
function findNeeded(check: Check, exchange: Exchange, facts: Facts): readonly Exchange[] {
  let left = MAX_SEARCH
  const isReported = (others: readonly Exchange[]): boolean => {
    left -= 1
    const known = new Set([...others, exchange])
    const exchanges = facts.exchanges.filter((each) => known.has(each))
    return isViolated(check, exchange, { ...facts, exchanges })
  }
  const at = facts.exchanges.indexOf(exchange)
  // The others only show that the server answers them.
  if (exchange.failure?.kind === 'timeout' || at < 0 || isReported([])) return []
  const others = facts.exchanges.filter((each) => each !== exchange)
  // What comes last is kept, if it is enough.
  const simplestLast = (list: readonly Exchange[]): Exchange[] =>
    list.toSorted((one, other) => rankRequest(other) - rankRequest(one))
  let needed = [others.slice(0, at), others].map(simplestLast).find(isReported) ?? []
  // Halves, then quarters, and at last single exchanges are left out.
  for (let size = Math.ceil(needed.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < needed.length; ) {
      if (left === 0) return []
      const fewer = [...needed.slice(0, from), ...needed.slice(from + size)]
      if (isReported(fewer)) needed = fewer
      else from += size
    }
  return others.filter((each) => needed.includes(each))
}

/** Shows an exchange as text, without secrets, and what led to it. */
export function buildEvidence(
  exchange: Exchange,
  { check, violation, cause, isOnlyParallel, isFirst }: Shown,
  options: EvidenceOptions,
): Evidence {
  const { mask, facts, design } = options
  const { probe } = exchange
  const before = listSequence(exchange, cause, facts.exchanges)
  const compared = violation ? findNeeded(check, exchange, facts) : []
  const sequence: Sequence = [...compared.filter((each) => !before.includes(each)), ...before]
  const steps = buildSteps(sequence, { mask, design, isWhole: isFirst })
  const isRandom = cause?.data.kind === 'intermittent'
  const unusual = describeUnusual(exchange, before, design, { compared: sequence, isRandom })
  const last = steps.at(-1)
  const conditions = probe.trial ?? probe.conditions
  const anomaly = violation?.anomaly
  const wrong = violation && last?.response && findPlace(violation, last.response)
  const company = isOnlyParallel ? listCompany(exchange, facts.exchanges) : []
  const pointer = violation?.pointer ?? ''
  return {
    probe: probe.id,
    ...(conditions && { conditions }),
    ...(probe.turns && { turns: probe.turns }),
    request: showRequest(exchange, mask),
    response: showResponse(exchange, mask),
    curl: violation
      ? mask(buildCurl(sequence, { cause, anomaly: anomaly?.code, pointer, company }, options))
      : '',
    attempt: exchange.attempt,
    steps,
    ...(unusual !== '' && { unusual: mask(unusual) }),
    ...(wrong && { place: wrong }),
    ...(anomaly?.bytes && { bytes: { ...anomaly.bytes, text: mask(anomaly.bytes.text) } }),
  }
}

/** Lists what must be sent to see a violation again, as far as the cause says: what was sent together with it or before. */
function listSequence(
  exchange: Exchange,
  cause: Cause | undefined,
  exchanges: readonly Exchange[],
): Sequence {
  const moments = new Set((cause?.traits ?? []).map(({ moment }) => moment))
  const { connection } = exchange
  if (moments.has('concurrency')) return [...listCompany(exchange, exchanges), exchange]
  if (moments.has('position')) {
    const earlier = exchanges.filter(
      (each) => each.connection.id === connection.id && each.connection.earlier < connection.earlier,
    )
    return isAnyLater(cause) ? [...chooseBefore(earlier), exchange] : [...earlier, exchange]
  }
  const previous = exchanges[exchanges.indexOf(exchange) - 1]
  return moments.has('predecessor') && previous ? [previous, exchange] : [exchange]
}

/** Whether it needs no exact position on its connection, but only a request before it. */
function isAnyLater(cause: Cause | undefined): boolean {
  return cause?.traits.some(({ key }) => key === 'position>=2') === true
}

/** The simplest request of the connection, with a token if there is one: what is kept from it may be the user. */
function chooseBefore(earlier: readonly Exchange[]): Exchange[] {
  const authorised = earlier.filter(isAuthorised)
  const candidates = authorised.length > 0 ? authorised : earlier
  return candidates.toSorted((one, other) => rankRequest(one) - rankRequest(other)).slice(0, 1)
}

/** The exchanges that were sent at the same time. */
function listCompany(exchange: Exchange, exchanges: readonly Exchange[]): readonly Exchange[] {
  const { probe, attempt } = exchange
  if (probe.parallel === undefined) return []
  return exchanges.filter(
    (each) => each !== exchange && each.probe.parallel === probe.parallel && each.attempt === attempt,
  )
}

/** The steps of a sequence, with every redirect as a step of its own. `isWhole`: with the whole body of the last response. */
function buildSteps(
  sequence: Sequence,
  { mask, design, isWhole }: { mask: Mask; design: Design | undefined; isWhole: boolean },
): Step[] {
  const target = sequence.at(-1)
  const numbers = [...new Set(sequence.map(({ connection }) => connection.id))]
  return sequence.flatMap((exchange) => {
    const { probe, attempt, failure } = exchange
    const response = exchange.response ?? failure?.partial
    const connection = numbers.indexOf(exchange.connection.id) + 1
    const together = sequence.filter(
      (each) => each.probe.parallel === probe.parallel && each.attempt === attempt,
    )
    const unusual = mask(describeUnusual({ ...exchange, hops: [] }, [exchange], design))
    return [
      ...exchange.hops.map((hop) => ({
        probe: probe.id,
        request: buildRequest(hop.request, probe, mask),
        response: buildResponse(hop.response, mask, BODY_BEFORE),
        connection,
        note: 'redirect',
      })),
      {
        probe: probe.id,
        request: buildRequest(exchange.request, probe, mask),
        ...(response && {
          response: buildResponse(response, mask, isWhole && exchange === target ? MAX_BODY : BODY_BEFORE),
        }),
        ...(failure && { failure: mask(failure.message) }),
        connection,
        ...(probe.parallel !== undefined && together.length > 1 && { at: 'once' }),
        ...(unusual !== '' && { unusual }),
      },
    ]
  })
}

/** The request as sent, with the label of the credentials in their place. */
export function buildRequest(
  request: Buffer,
  { credential }: Pick<Probe, 'credential'>,
  mask: Mask,
): Message {
  const lines = request.toString('latin1').split('\r\n')
  const shown = lines.map((line) => {
    const name = line.slice(0, line.indexOf(':'))
    if (/^authorization:/i.test(line)) return `${name}: (${credential.label})`
    return /^(cookie|proxy-authorization):/i.test(line) ? `${name}: ***` : mask(line)
  })
  return { head: shown.join('\r\n').slice(0, MAX_HEAD) }
}

/** A header line without the value of a cookie. */
function hideCookie(line: string): string {
  const [, header, name = ''] = /^(set-cookie: *)([\w-]{1,64}=)?/i.exec(line) ?? []
  return header === undefined ? line : `${header}${name}***`
}

/** The response as received, with at most `shown` bytes of its body. */
export function buildResponse(response: Response, mask: Mask, shown = MAX_BODY): Message {
  const { statusLine, headerLines, body } = response
  const lines = headerLines.map(hideCookie)
  const head = `${mask([statusLine, ...lines].join('\r\n')).slice(0, MAX_HEAD)}\r\n\r\n`
  if (body.length === 0) return { head }
  return { head, body: showBody(response, mask, shown), bodyBytes: body.length }
}

function showBody({ body, fields }: Response, mask: Mask, shown: number): MessageBody {
  const codings = listMembers(fields, 'content-encoding').filter((coding) => coding !== 'identity')
  const decoded = decodeContent(body, codings, 16 * MAX_BODY)
  const isDecoded = decoded.problem === undefined && decoded.unknown === undefined
  const bytes = isDecoded ? decoded.bytes : body
  const text = toText(bytes.subarray(0, shown + LONGEST_SECRET), bytes.length > shown + LONGEST_SECRET)
  if (text === undefined) {
    const masked = mask(bytes.toString('latin1', 0, shown + LONGEST_SECRET))
    return { base64: Buffer.from(masked, 'latin1').subarray(0, shown).toString('base64') }
  }
  const masked = Buffer.from(mask(text))
  const cut = masked.length <= shown ? masked.toString() : (toText(masked.subarray(0, shown), true) ?? '')
  const coding = isDecoded ? codings.join(', ') : ''
  return { text: cut, ...(coding !== '' && { coding }) }
}

/** Undefined if the bytes are not UTF-8. Where they are cut, a character may be incomplete. */
function toText(bytes: Buffer, isCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut })
  } catch {
    return undefined
  }
}

function showRequest({ request, probe }: Exchange, mask: Mask): string {
  const lines = buildRequest(request, probe, mask).head.trimEnd().split('\r\n')
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

/** A shorter text may be anywhere. */
const SHORTEST = 5

/** Parts of the head that an error in the syntax of a message is about. */
const PARTS: Partial<Record<AnomalyCode, string>> = {
  'status-line': 'status',
  'status-code': 'status',
  'length-conflict': 'Content-Length',
  'length-syntax': 'Content-Length',
  'length-and-chunked': 'Content-Length',
  'transfer-coding': 'Transfer-Encoding',
}

/** Finds the place of a violation in a response; undefined if it has none, as for a missing header. */
export function findPlace(
  { pointer, actual, anomaly }: Pick<FoundViolation, 'pointer' | 'actual' | 'anomaly'>,
  { head, body }: Message,
): Place | undefined {
  const part = (anomaly && PARTS[anomaly.code]) ?? pointer
  if (part === 'status') {
    const offset = head.search(/\b\d{3}\b/)
    return { part: 'head', offset: Math.max(offset, 0), length: 3 }
  }
  if (body && (part === '' || part === 'body' || part.startsWith('/')))
    return findInBody(part, body) ?? findText(actual, body)
  if (body && part.startsWith('"')) return findText(part, body)
  return /^[\w-]+$/.test(part) ? findHeader(part, head) : undefined
}

/** The last line with this name: a second one is usually the wrong one. */
function findHeader(name: string, head: string): Place | undefined {
  const offset = head.toLowerCase().lastIndexOf(`\r\n${name.toLowerCase()}:`) + 2
  const end = head.indexOf('\r\n', offset)
  return offset < 2 ? undefined : { part: 'head', offset, length: end - offset }
}

function findInBody(pointer: string, body: MessageBody): Place | undefined {
  if ('base64' in body) {
    const { invalid } = decodeText(Buffer.from(body.base64, 'base64'))
    return invalid && { part: 'body', offset: invalid.offset, length: 1 }
  }
  const { text } = body
  const range = pointer.startsWith('/') ? locateInJson(text, pointer) : { offset: 0, length: 0 }
  // A value at the very end may be cut off.
  if (range.length > 0 && range.offset + range.length < text.length) return { part: 'body', ...range }
  const error = findSyntaxError(text)
  return error === undefined ? undefined : { part: 'body', offset: error, length: 1 }
}

/** A text that a body contains. */
function findText(text: string, body: MessageBody): Place | undefined {
  const offset = 'text' in body && text.length >= SHORTEST ? body.text.indexOf(text) : -1
  return offset < 0 ? undefined : { part: 'body', offset, length: text.length }
}

/** Where a text is not JSON. The end of a long text may be only the end of what is kept. */
function findSyntaxError(text: string): number | undefined {
  try {
    readJson(text)
    return undefined
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) return undefined
    return error.offset === text.length && text.length >= BODY_BEFORE - 10 ? undefined : error.offset
  }
}
