/** What a client sees of each fault: the browser does not say it. */
export const faults: Readonly<Record<string, string>> = {
  EMPTY_RESPONSE: 'the connection was closed before the first byte of an answer',
  MALFORMED_RESPONSE_CHUNK: 'a sound head came, then bytes that are no valid chunk',
  RANDOM_DATA_THEN_CLOSE: 'what came was not HTTP',
  CONNECTION_RESET_BY_PEER: 'the connection was reset',
  TRUNCATED_BODY: 'the connection was closed before the whole of the announced body had come',
}

/** Whether a fault lets the status through. */
export function leavesStatus(fault: string): boolean {
  return fault === 'MALFORMED_RESPONSE_CHUNK' || fault === 'TRUNCATED_BODY'
}

/** What happened, where `fault` may have caused it. */
export function explain(fault: string | undefined): string {
  if (fault === undefined)
    return 'No answer came. The browser does not say why: the mock may have stopped, or cut the connection.'
  const seen = faults[fault] ?? 'the exchange was disturbed'
  const again = leavesStatus(fault) ? '' : ' A browser may try again by itself: the journal has each try.'
  return `${seen[0]?.toUpperCase()}${seen.slice(1)}: this is what fault ${fault} does.${again}`
}
