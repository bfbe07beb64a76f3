import { decodeContent } from '../body/decodeContent.ts'
import type { Probe, Response } from '../exchange.ts'
import { listMembers } from '../headerFields.ts'
import type { Mask } from '../mask.ts'
import type { Message, MessageBody } from './evidence.ts'

const HEAD_SHOWN = 64 * 1024
const BODY_SHOWN = 64 * 1024
/** Read beyond what is shown, so that a secret across the cut is masked and not shown in part. */
const LONGEST_SECRET = 8_000

/** The request as sent, with the label of the credentials in their place. */
export function buildRequest(
  { request, probe }: { request: Buffer; probe: Pick<Probe, 'credential'> },
  mask: Mask,
): Message {
  const lines = request.toString('latin1').split('\r\n')
  const shown = lines.map((line) => {
    const name = line.slice(0, line.indexOf(':'))
    if (/^authorization:/i.test(line)) return `${name}: (${probe.credential.label})`
    return /^(cookie|proxy-authorization):/i.test(line) ? `${name}: ***` : mask(line)
  })
  return { head: shown.join('\r\n').slice(0, HEAD_SHOWN) }
}

/** A header line without the value of a cookie. */
export function hideCookie(line: string): string {
  const [, header, name = ''] = /^(set-cookie: *)([\w-]{1,64}=)?/i.exec(line) ?? []
  return header === undefined ? line : `${header}${name}***`
}

/** The response as received, with at most `shown` bytes of its body. */
export function buildResponse(response: Response, mask: Mask, shown = BODY_SHOWN): Message {
  const { statusLine, headerLines, body } = response
  const lines = headerLines.map(hideCookie)
  const head = `${mask([statusLine, ...lines].join('\r\n')).slice(0, HEAD_SHOWN)}\r\n\r\n`
  if (body.length === 0) return { head }
  return { head, body: readBody(response, mask, shown), bodyBytes: body.length }
}

function readBody({ body, fields }: Response, mask: Mask, shown: number): MessageBody {
  const codings = listMembers(fields, 'content-encoding').filter((coding) => coding !== 'identity')
  const decoded = decodeContent(body, codings, 16 * BODY_SHOWN)
  const isDecoded = decoded.problem === undefined && decoded.unknown === undefined
  const bytes = isDecoded ? decoded.bytes : body
  const text = toText(bytes.subarray(0, shown + LONGEST_SECRET), bytes.length > shown + LONGEST_SECRET)
  if (text === undefined) {
    const masked = mask(bytes.toString('latin1', 0, shown + LONGEST_SECRET))
    return { base64: Buffer.from(masked, 'latin1').subarray(0, shown).toString('base64') }
  }
  const coding = isDecoded ? codings.join(', ') : ''
  return { text: cut(mask(text), shown), ...(coding !== '' && { coding }) }
}

/** At most this many bytes of a text. */
function cut(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text
  return toText(Buffer.from(text).subarray(0, most), true) ?? ''
}

/** Undefined if the bytes are not UTF-8. Where they are cut, a character may be incomplete. */
function toText(bytes: Buffer, isCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut })
  } catch {
    return undefined
  }
}
