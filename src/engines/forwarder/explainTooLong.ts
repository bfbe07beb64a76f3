import { decodeContent } from '../../harness/body/decodeContent.ts'
import type { Response } from '../../harness/exchange.ts'
import { FORWARDED_LIMIT } from '../../harness/http/connections/forward.ts'
import { listMembers } from '../../harness/http/responseHead.ts'

/** Why a response is too long for an engine, which has no limit of its own; undefined if it is not. */
export function explainTooLong({ body, cut, fields }: Response): string | undefined {
  const message = `a response of more than ${FORWARDED_LIMIT / 2 ** 20} MB`
  if (cut) return message
  const codings = listMembers(fields, 'content-encoding')
  return decodeContent(body, codings, FORWARDED_LIMIT).cut === true ? `${message} when decoded` : undefined
}
