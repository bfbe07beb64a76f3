import type { Place } from '../../../judge/evidence/evidence.ts'
import { markup, type Part } from '../markup/markup.ts'
import { countOf, describeRest, type Limits } from '../markup/shorten.ts'

const WIDTH = 8
const VISIBLE_ROWS = 12

/** Bytes as hex and, beside them, as ASCII. Of many bytes, the rows far from the wrong place are folded or left out. */
export function hexView(base64: string, place: Place | undefined, limits: Limits): Part {
  const bytes = Buffer.from(base64, 'base64')
  const rows = Math.ceil(bytes.length / WIDTH)
  const marked = Math.floor((place?.offset ?? 0) / WIDTH)
  const start = Math.max(0, Math.min(rows - VISIBLE_ROWS, marked - VISIBLE_ROWS / 3))
  const end = Math.min(rows, start + VISIBLE_ROWS)
  const first = Math.max(0, start - Math.floor(limits.body / 64))
  const last = Math.min(rows, end + Math.floor(limits.body / 64))
  const show = (from: number, to: number): Part =>
    Array.from({ length: to - from }, (_, index) => hexRow(bytes, (from + index) * WIDTH, place))
  return [
    describeRest(first * WIDTH, 'earlier byte'),
    fold(show(first, start), (start - first) * WIDTH, 'before'),
    show(start, end),
    fold(show(end, last), Math.min(bytes.length, last * WIDTH) - end * WIDTH, 'after'),
    describeRest(bytes.length - last * WIDTH, 'byte'),
  ]
}

function fold(rows: Part, bytes: number, side: 'before' | 'after'): Part {
  if (bytes <= 0) return undefined
  return markup`<details class="fold"><summary>${countOf(bytes, 'byte')} ${side} this</summary>${rows}</details>`
}

function hexRow(bytes: Buffer, offset: number, place: Place | undefined): Part {
  const row = [...bytes.subarray(offset, offset + WIDTH)]
  const isMarked = (index: number): boolean =>
    place !== undefined &&
    offset + index >= place.offset &&
    offset + index < place.offset + Math.max(1, place.length)
  const cells = (show: (byte: number) => string): Part =>
    row.map((byte, index) => (isMarked(index) ? markup`<mark>${show(byte)}</mark>` : show(byte)))
  const hex = row.map((byte, index): Part => {
    const digits = byte.toString(16).padStart(2, '0')
    return [index > 0 && ' ', isMarked(index) ? markup`<mark>${digits}</mark>` : digits]
  })
  const gap = '   '.repeat(WIDTH - row.length)
  return markup`<span class="offset">${offset.toString(16).padStart(4, '0')}</span>  ${hex}${gap}  ${cells(toAscii)}\n`
}

function toAscii(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'
}
