import { faultNames, isFault } from '../request/faults.ts'
import type { SettingsChanges } from '../types.ts'
import { formatDuration } from '../ui/format.ts'

/** What the settings change, in words: `300 ms delay`, `503`, `20 % of requests`. */
export function describeSettings(settings: SettingsChanges): string[] {
  const { fixedDelay, delayDistribution: spread, chunkedDribbleDelay: pieces } = settings
  const { code, body, fault, rate } = settings
  const parts = [
    fixedDelay ? `${formatDuration(fixedDelay)} delay` : '',
    spread?.type === 'uniform' ? `${spread.lower}–${spread.upper} ms delay` : '',
    spread?.type === 'lognormal' ? `about ${formatDuration(spread.median)} delay` : '',
    pieces ? `${pieces.numberOfChunks} pieces over ${formatDuration(pieces.totalDuration)}` : '',
    code ? `status ${code}` : '',
    typeof body === 'string' ? 'a text in place of JSON' : '',
    fault && isFault(fault) ? faultNames[fault].toLowerCase() : '',
    rate === undefined || rate === null ? '' : `for ${Number((rate * 100).toFixed(2))} % of requests`,
    ...describeCounters(settings),
  ]
  return parts.filter((part) => part !== '')
}

function describeCounters({ failRequestCount, succeedFirst, quotaLimit }: SettingsChanges): string[] {
  return [
    failRequestCount ? `the first ${failRequestCount} fail` : '',
    succeedFirst ? `the first ${succeedFirst} succeed` : '',
    quotaLimit ? `at most ${quotaLimit} requests` : '',
  ]
}
