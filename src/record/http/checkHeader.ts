const TOKEN_REASON = 'the plan sends it with some requests only; give the token with --token'
const MESSAGE_REASON = 'the kit sets it for each request'
const PLAN_REASON = 'a correct server may answer differently because of it'

/** Headers that would make a correct server look faulty, and why. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['authorization', TOKEN_REASON],
  ...[
    'host',
    'content-length',
    'transfer-encoding',
    'connection',
    'keep-alive',
    'te',
    'trailer',
    'upgrade',
  ].map((name) => [name, MESSAGE_REASON] as const),
  ...[
    'accept',
    'accept-encoding',
    'expect',
    'range',
    'if-range',
    'if-match',
    'if-none-match',
    'if-modified-since',
    'if-unmodified-since',
  ].map((name) => [name, PLAN_REASON] as const),
])

/** Throws an Error that says what to do if a header must not be sent with every request. */
export function checkHeader(name: string): void {
  const reason = REFUSED.get(name.toLowerCase())
  if (reason !== undefined) throw new Error(`expected a header other than ${name}: ${reason}`)
}
