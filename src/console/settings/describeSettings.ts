import { faultNames, isFault } from '../request/faults.ts'
import type { SettingsChanges } from '../types.ts'
import { formatDuration } from '../ui/format.ts'

/** What the settings change, in words: `300 ms delay`, `503`, `20 % of requests`. */
export function describeSettings(settings: SettingsChanges): string[] {
  const { delay, status, body, fault, rate, count, after } = settings
  const parts = [
    delay ? `${Number.isNaN(Number(delay)) ? `${delay}` : formatDuration(Number(delay))} delay` : '',
    status ? `status ${status}` : '',
    body === undefined || body === null ? '' : 'another body',
    fault && isFault(fault) ? faultNames[fault].toLowerCase() : '',
    rate === undefined || rate === null ? '' : `for ${Number((rate * 100).toFixed(2))} % of requests`,
    count ? `the first ${count} fail` : '',
    after ? `the first ${after} succeed` : '',
  ]
  return parts.filter((part) => part !== '')
}
