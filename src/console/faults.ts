import type { WireFault } from '../mock/scenarios/override.ts'

/** Short names for lists and badges, and what a client sees, which browsers don't report. */
export const faults: Readonly<Record<WireFault, { name: string; description: string }>> = {
  CONNECTION_RESET_BY_PEER: { name: 'Connection reset', description: 'The connection was reset' },
  EMPTY_RESPONSE: {
    name: 'No response',
    description: 'The connection closed before any data was sent',
  },
  TRUNCATED_BODY: {
    name: 'Half a body',
    description: 'The connection closed before the body was complete',
  },
  MALFORMED_RESPONSE_CHUNK: {
    name: 'Broken chunk',
    description: 'The headers were valid, but the body contains an invalid chunk',
  },
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
  return `${faults[fault].description} (fault ${fault}).${retries}`
}
