import type { WireFault } from '../../mock/scenarios/override.ts'

/** What a client sees of each fault. Browsers don't report it. */
export const faultDescriptions: Readonly<Record<WireFault, string>> = {
  EMPTY_RESPONSE: 'The connection closed before any data was sent',
  MALFORMED_RESPONSE_CHUNK: 'The headers were valid, but the body contains an invalid chunk',
  CONNECTION_RESET_BY_PEER: 'The connection was reset',
  TRUNCATED_BODY: 'The connection closed before the body was complete',
}

/** Short names for lists and badges. */
export const faultNames: Readonly<Record<WireFault, string>> = {
  CONNECTION_RESET_BY_PEER: 'Connection reset',
  EMPTY_RESPONSE: 'No response',
  TRUNCATED_BODY: 'Half a body',
  MALFORMED_RESPONSE_CHUNK: 'Broken chunk',
}

export function isFault(name: string): name is WireFault {
  return Object.hasOwn(faultDescriptions, name)
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
