import { decodeContent } from '../../src/judge/body/decode.ts'
import type { Facts } from '../../src/judge/check.ts'
import type { AnsweredExchange } from '../../src/judge/exchange.ts'

const READ = 64 * 1024
const texts = new WeakMap<Buffer, string>()

/** The beginning of a body as text after decoding; empty if it cannot be decoded. */
export function readBodyText(exchange: AnsweredExchange, facts: Facts): string {
  const { body } = exchange.response
  const earlier = texts.get(body)
  if (earlier !== undefined) return earlier
  const { codings } = facts.analyse(exchange)
  const text = decodeContent(body, codings, 16 * READ).bytes.toString('utf8', 0, READ)
  texts.set(body, text)
  return text
}
