import type { WireFault } from '../mock/scenarios/override.ts'
import type { Option } from './ui.tsx'

/** Short names for lists and badges. */
export const faultNames: Readonly<Record<WireFault, string>> = {
  CONNECTION_RESET_BY_PEER: 'Connection reset',
  EMPTY_RESPONSE: 'No response',
  TRUNCATED_BODY: 'Half a body',
  MALFORMED_RESPONSE_CHUNK: 'Broken chunk',
}

/** What a client sees of each fault. Browsers don't report it. */
export const faultDescriptions: Readonly<Record<WireFault, string>> = {
  EMPTY_RESPONSE: 'The connection closed before any data was sent',
  MALFORMED_RESPONSE_CHUNK: 'The headers were valid, but the body contains an invalid chunk',
  CONNECTION_RESET_BY_PEER: 'The connection was reset',
  TRUNCATED_BODY: 'The connection closed before the body was complete',
}

/** Whether the client still receives a status line despite the fault. */
export function hasStatus(fault: WireFault): boolean {
  return fault === 'MALFORMED_RESPONSE_CHUNK' || fault === 'TRUNCATED_BODY'
}

/** Explains a request that failed, by the fault that the mock applied to it. */
export function explainFault(fault: WireFault | undefined): string {
  if (fault === undefined)
    return 'Browsers don’t say why: the mock may have stopped, or closed the connection.'
  const retries = hasStatus(fault) ? '' : ' Browsers may retry; the journal lists every attempt.'
  return `${faultDescriptions[fault]} (fault ${fault}).${retries}`
}

// What a request can ask for. Each value is a preference.

export const speeds: readonly Option[] = [
  ['', 'as it comes'],
  ['delay=300', '300 ms'],
  ['delay=2000', '2 seconds'],
  ['delay=30000', '30 seconds, for timeouts'],
  ['delay=4g', '4G network'],
  ['delay=slow-3g', 'slow 3G network'],
  ['dribble=8:2000', 'in 8 pieces over 2 seconds'],
]

export const errors: readonly Option[] = [
  ['code=400', '400 Bad Request'],
  ['code=401', '401 Unauthorized'],
  ['code=403', '403 Forbidden'],
  ['code=404', '404 Not Found'],
  ['code=429', '429 Too Many Requests'],
  ['code=500', '500 Internal Server Error'],
  ['code=503', '503 Service Unavailable'],
]

export const faults: readonly Option[] = Object.entries(faultNames).map(([fault, label]) => [
  `fault=${fault}`,
  label,
])
