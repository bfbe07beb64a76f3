import { BODY_LIMIT } from '../../harness/body/analyseResponse.ts'
import { decodeContent } from '../../harness/body/decodeContent.ts'
import type { Response } from '../../harness/exchange.ts'
import { listMembers } from '../../harness/http/responseHead.ts'

/** Why a response is too long for an engine, which has no limit of its own; undefined if it is not. */
export function explainTooLong({ body, cut, fields }: Response): string | undefined {
  if (cut) return `a response of more than ${BODY_LIMIT / 2 ** 20} MB`
  const codings = listMembers(fields, 'content-encoding')
  return decodeContent(body, codings, BODY_LIMIT).cut === true
    ? `a response of more than ${BODY_LIMIT / 2 ** 20} MB when decoded`
    : undefined
}
