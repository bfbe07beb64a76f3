import { pluralize } from '../../contract/words.ts'
import type { Evidence, Message } from '../../judge/evidence/evidence.ts'
import type { Violation } from '../../judge/report.ts'
import { escapeLine } from '../text/escapeText.ts'
import { shorten } from '../text/wrap.ts'
import { decodeExcerpt } from './decodeExcerpt.ts'
import { bytesExcerpt, excerpt, joinLines } from './excerpt.ts'

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
    const text = decodeExcerpt(bytes)
    const shown = isCut ? { ...text, text: `…${text.text}`, offset: text.offset + 1 } : text
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

/** The start line, the wrong line with a caret, and the lines that it contradicts or that belong to it. */
function showHead(response: Message, place: { offset: number; length: number }, width: number): string[] {
  const { head } = response
  const start = head.lastIndexOf('\n', place.offset - 1) + 1
  const [wrong = ''] = head.slice(start).split('\n', 1)
  const marked = excerpt({ text: wrong, offset: place.offset - start, length: place.length }, width)
  if (start === 0) return [...marked, ...showBody(response, width)]
  const [statusLine = '', ...before] = head.slice(0, start).trimEnd().split(/\r?\n/)
  const after = head
    .slice(start + wrong.length)
    .trim()
    .split(/\r?\n/)
  const show = (lines: readonly string[]): string[] => lines.map((line) => shorten(escapeLine(line), width))
  const isNear = (line: string): boolean => isRelated(readName(line), readName(wrong))
  return [
    ...show([statusLine, ...before.filter(isNear)]),
    ...marked,
    ...show(after.filter(isNear)),
    ...showBody(response, width),
  ]
}

/** Headers whose values only make sense together. */
const GROUPS = [/^access-control-/, /^(content-length|transfer-encoding)$/]

function isRelated(name: string, other: string): boolean {
  return name !== '' && (name === other || GROUPS.some((group) => group.test(name) && group.test(other)))
}

function readName(line: string): string {
  return line.slice(0, Math.max(0, line.indexOf(':'))).toLowerCase()
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
