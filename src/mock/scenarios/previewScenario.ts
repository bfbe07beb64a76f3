import { type DelayDistribution, type Effects, hasFailure, type WireFault } from './effects.ts'
import { DEFAULT_WINDOW, failureCode } from './failure.ts'
import type { Scenario, ScenarioGroup } from './scenario.ts'

/** Describes in a few words what a scenario returns: `503, 503, 200`. */
export function previewScenario({ effects, plants, generate }: Scenario): string {
  const parts = [
    describeStatuses(effects),
    describeBody(effects) || describeData(plants?.length, generate?.count),
    describeDelay(effects),
    describePieces(effects),
  ]
  return parts.filter(Boolean).join(' ')
}

const GROUPS: readonly ScenarioGroup[] = ['data', 'speed', 'errors', 'network']

/** Sorts scenarios by their groups, in the order in which every list shows them. */
export function sortByGroup<Some extends Scenario>(scenarios: readonly Some[]): Some[] {
  const rank = (each: Scenario): number => GROUPS.indexOf(groupScenario(each))
  return scenarios.toSorted((one, other) => rank(one) - rank(other))
}

/** Chooses the group of a scenario by its most drastic effect. */
export function groupScenario({ effects }: Scenario): ScenarioGroup {
  if (effects.fault !== undefined) return 'network'
  if (hasFailure(effects)) return 'errors'
  const { fixedDelay, delayDistribution, chunkedDribbleDelay } = effects
  return (fixedDelay ?? delayDistribution ?? chunkedDribbleDelay) === undefined ? 'data' : 'speed'
}

const FAULTS: Readonly<Record<WireFault, string>> = {
  EMPTY_RESPONSE: 'no response',
  MALFORMED_RESPONSE_CHUNK: 'broken chunk',
  RANDOM_DATA_THEN_CLOSE: 'random bytes',
  CONNECTION_RESET_BY_PEER: 'connection reset',
  TRUNCATED_BODY: 'half a body',
}

/** More statuses in a row are counted. */
const MOST_LISTED = 3

function describeStatuses(effects: Effects): string {
  const { fault, rate = 1, failRequestCount, succeedFirst = 0, quotaLimit, quotaWindowMillis } = effects
  if (quotaLimit !== undefined)
    return `${repeat('200', quotaLimit)} in ${seconds(quotaWindowMillis ?? DEFAULT_WINDOW)}, then 429`
  const code = failureCode(effects)
  if (code === 200 && fault === undefined) return '200'
  const failure = fault === undefined ? String(code) : FAULTS[fault]
  const sometimes = rate < 1 ? `${failure} for ${Math.round(rate * 100)} %` : failure
  return [
    ...(succeedFirst > 0 ? [repeat('200', succeedFirst)] : []),
    ...(failRequestCount === undefined ? [sometimes] : [repeat(sometimes, failRequestCount), '200']),
  ].join(', ')
}

function repeat(text: string, times: number): string {
  return times > MOST_LISTED ? `${count(times)} × ${text}` : Array(times).fill(text).join(', ')
}

/** What a response has in place of plants or an Error. */
function describeBody({ body, contentType }: Effects): string {
  if (body === '') return 'without a body'
  if (body === undefined && contentType === undefined) return ''
  const [type] = (contentType ?? 'text/html').split(';')
  return `with ${type === 'text/html' ? 'HTML' : type}`
}

function describeData(given: number | undefined, generated: number | undefined): string {
  if (generated !== undefined) return `with ${count(generated)} generated plants`
  if (given === undefined) return ''
  if (given === 0) return 'with []'
  return given === 1 ? 'with 1 plant' : `with ${count(given)} plants`
}

function describeDelay({ fixedDelay, delayDistribution }: Effects): string {
  const delays = [
    ...(fixedDelay === undefined ? [] : [seconds(fixedDelay)]),
    ...(delayDistribution ? [describeDistribution(delayDistribution)] : []),
  ]
  return delays.length === 0 ? '' : `after ${delays.join(' + ')}`
}

function describeDistribution(distribution: DelayDistribution): string {
  return distribution.type === 'uniform'
    ? `${distribution.lower}–${distribution.upper} ms`
    : `about ${seconds(distribution.median)}`
}

function describePieces({ chunkedDribbleDelay: pieces }: Effects): string {
  return pieces ? `in ${pieces.numberOfChunks} pieces over ${seconds(pieces.totalDuration)}` : ''
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`
}

function count(number: number): string {
  return number.toLocaleString('en')
}
