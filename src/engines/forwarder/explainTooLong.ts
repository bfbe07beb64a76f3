import { decodeContent } from '../../judge/body/decodeContent.ts'
import type { Response } from '../../judge/exchange.ts'
import { listMembers } from '../../judge/headerFields.ts'
import { FORWARDED_LIMIT } from '../../record/http/client.ts'

/** Values of JSON. An engine needs up to two kilobytes for each that is wrong. */
const MOST_VALUES = 100_000

/** Why a response is too long for an engine, which has no limit of its own; undefined if it is not. */
export function explainTooLong({ body, cut, fields }: Response): string | undefined {
  const message = `a response of more than ${FORWARDED_LIMIT / 2 ** 20} MB`
  if (cut) return message
  const decoded = decodeContent(body, listMembers(fields, 'content-encoding'), FORWARDED_LIMIT)
  if (decoded.cut === true) return `${message} when decoded`
  return countValues(decoded.bytes) > MOST_VALUES
    ? `a response with more than ${MOST_VALUES.toLocaleString('en')} values`
    : undefined
}

/** Counts what begins or separates values. In a text, these characters count too, but few texts have that many. */
function countValues(bytes: Buffer): number {
  let count = 0
  for (const byte of bytes) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count += 1
  return count
}
