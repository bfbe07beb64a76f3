import { pluralize } from '../../contract/pluralize.ts'
import type { Evidence, Message, Violation } from '../../harness/report.ts'
import { escapeLine } from './escapeText.ts'
import { bytesExcerpt, excerpt, joinLines } from './excerpt.ts'
import { shorten } from './wrap.ts'

const MAX_HEADERS = 6
/** The bytes before an error in the framing, if there are more. */
const SHOWN_BEFORE = 40

/** The response that shows a violation, around the wrong place. */
export function responseExcerpt(
  { steps, place, bytes }: Evidence,
  { pointer, actual }: Pick<Violation, 'pointer' | 'actual'>,
  width: number,
): string[] {
  const last = steps.at(-1)
  if (!last) return []
  const { response, failure } = last
  const problem =
    failure === undefined || failure === actual ? [] : [shorten(escapeLine(`(${failure})`), width)]
  if (!response) return problem
  // The steps show the header of an earlier response.
  if (isHeader(pointer) && steps.length > 1 && !hasHeader(response, pointer)) return problem
  const [statusLine = '', ...headers] = response.head.trimEnd().split(/\r?\n/)
  const start = [shorten(escapeLine(summarise(statusLine, headers, response)), width)]
  if (bytes) {
    const isCut = bytes.offset >= SHOWN_BEFORE
    const shown = isCut ? { ...bytes, text: `…${bytes.text}`, offset: bytes.offset + 1 } : bytes
    return [...start, ...problem, ...excerpt(shown, width)]
  }
  if (place?.part === 'body' && response.body)
    return [
      ...start,
      ...problem,
      ...('base64' in response.body
        ? bytesExcerpt(Buffer.from(response.body.base64, 'base64'), place.offset)
        : excerpt({ text: response.body.text, ...place }, width)),
    ]
  if (place?.part === 'head') return [...problem, ...showHead(response, place, width)]
  return [
    ...start,
    ...problem,
    ...(isHeader(pointer) ? showHeaders(headers, width) : showBody(response, width)),
  ]
}

/** `HTTP/1.1 200 OK · application/json · 758 bytes`. */
function summarise(statusLine: string, headers: readonly string[], { body, bodyBytes = 0 }: Message): string {
  const type = headers.find((line) => /^content-type:/i.test(line))?.replace(/^[^:]*:\s*/, '')
  const coding = body && 'text' in body && body.coding !== undefined ? `, ${body.coding}` : ''
  return [statusLine, ...(type ? [type] : []), `${pluralize(bodyBytes, 'byte')}${coding}`].join(' · ')
}

function showHead(response: Message, place: { offset: number; length: number }, width: number): string[] {
  const { head } = response
  const statusEnd = head.search(/\r?\n/)
  const start = head.lastIndexOf('\n', place.offset - 1) + 1
  const end = head.indexOf('\n', start)
  const line = head.slice(start, end < 0 ? undefined : end)
  const marked = excerpt({ text: line, offset: place.offset - start, length: place.length }, width)
  return start === 0
    ? [...marked, ...showBody(response, width)]
    : [
        shorten(escapeLine(head.slice(0, Math.max(0, statusEnd))), width),
        ...marked,
        ...showBody(response, width),
      ]
}

function isHeader(pointer: string): boolean {
  return /^[A-Z][\w-]*$/.test(pointer)
}

function hasHeader({ head }: Message, name: string): boolean {
  return head.toLowerCase().includes(`\n${name.toLowerCase()}:`)
}

function showHeaders(headers: readonly string[], width: number): string[] {
  const hidden = headers.length - MAX_HEADERS
  const shown = headers.slice(0, MAX_HEADERS).map((line) => shorten(escapeLine(line), width).trimEnd())
  return hidden > 0 ? [...shown, `… ${pluralize(hidden, 'more header')}`] : shown
}

function showBody({ body }: Message, width: number): string[] {
  if (!body) return []
  if ('base64' in body) return bytesExcerpt(Buffer.from(body.base64, 'base64'), 0).slice(0, 1)
  const text = escapeLine(joinLines(body.text.slice(0, 4 * width)))
  return [shorten(body.text.length > 4 * width ? `${text.trimEnd()}…` : text, width).trimEnd()]
}
