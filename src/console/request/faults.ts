/** What a client sees of each fault. Browsers don't report it. */
export const faults: Readonly<Record<string, string>> = {
  EMPTY_RESPONSE: 'The connection closed before any data was sent',
  MALFORMED_RESPONSE_CHUNK: 'The headers were valid, but the body contains an invalid chunk',
  RANDOM_DATA_THEN_CLOSE: 'The mock sent data that is not HTTP',
  CONNECTION_RESET_BY_PEER: 'The connection was reset',
  TRUNCATED_BODY: 'The connection closed before the body was complete',
}

/** Whether the client still receives a status line despite the fault. */
export function hasStatus(fault: string): boolean {
  return fault === 'MALFORMED_RESPONSE_CHUNK' || fault === 'TRUNCATED_BODY'
}

/** Explains a request that failed, by the fault that the mock applied to it. */
export function explainFailure(fault: string | undefined): string {
  if (fault === undefined)
    return 'Browsers don’t say why: the mock may have stopped, or closed the connection.'
  const effect = faults[fault] ?? 'The response was disturbed'
  const retries = hasStatus(fault) ? '' : ' Browsers may retry; the journal lists every attempt.'
  return `${effect} (fault ${fault}).${retries}`
}
