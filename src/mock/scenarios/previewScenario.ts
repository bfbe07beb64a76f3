import { failureStatus, type Override, parseDelay, type WireFault } from './override.ts'
import type { Scenario } from './scenario.ts'

/** Describes in a few words what a scenario returns: `503, 503, 200`. */
export function previewScenario(scenario: Scenario): string {
  const parts = [
    describeStatuses(scenario),
    describeBody(scenario) || describeData(scenario.plants?.length, scenario.generate?.count),
    describeDelay(scenario),
  ]
  return parts.filter(Boolean).join(' ')
}

const FAULTS: Readonly<Record<WireFault, string>> = {
  EMPTY_RESPONSE: 'no response',
  MALFORMED_RESPONSE_CHUNK: 'broken chunk',
  CONNECTION_RESET_BY_PEER: 'connection reset',
  TRUNCATED_BODY: 'half a body',
}

/** More statuses in a row are counted. */
const MAX_LISTED = 3

function describeStatuses(override: Override): string {
  const { fault, rate = 1, count, after = 0 } = override
  const status = failureStatus(override)
  if (status === 200 && fault === undefined) return '200'
  const failure = fault === undefined ? String(status) : FAULTS[fault]
  const sometimes = rate < 1 ? `${failure} for ${Math.round(rate * 100)} %` : failure
  return [
    ...(after > 0 ? [repeat('200', after)] : []),
    ...(count === undefined ? [sometimes] : [repeat(sometimes, count), '200']),
  ].join(', ')
}

function repeat(text: string, times: number): string {
  return times > MAX_LISTED ? `${format(times)} × ${text}` : Array(times).fill(text).join(', ')
}

/** What a response has instead of plants or an Error. */
function describeBody({ body, headers = {} }: Override): string {
  if (body === '') return 'without a body'
  const type = new Headers(headers).get('content-type')?.split(';')[0]
  if (body === undefined) return type === undefined ? '' : `with ${type}`
  const usual = typeof body === 'string' ? 'text/html' : 'application/json'
  return `with ${(type ?? usual) === 'text/html' ? 'HTML' : (type ?? 'other JSON')}`
}

function describeData(given: number | undefined, generated: number | undefined): string {
  if (generated !== undefined) return `with ${format(generated)} generated plants`
  if (given === undefined) return ''
  if (given === 0) return 'with []'
  return given === 1 ? 'with 1 plant' : `with ${format(given)} plants`
}

function describeDelay({ delay = 0 }: Override): string {
  const { from = 0, to = 0 } = parseDelay(delay) ?? {}
  if (to === 0) return ''
  return from === to ? `after ${seconds(to)}` : `after ${from}–${to} ms`
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`
}

function format(number: number): string {
  return number.toLocaleString('en')
}
