import { countColumns, fitColumns } from '../text/columns.ts'
import { escapeLine } from '../text/escapeText.ts'

/** A part of a text, and where in it the wrong place is. */
export type Marked = { text: string; offset: number; length: number }

const BYTES_SHOWN = 16
/** Characters that are looked at on each side. */
const NEAR = 400

/** Shows an escaped text around a place, on one line of at most `width` columns, and a caret below the place. */
export function excerpt({ text, offset, length }: Marked, width: number): string[] {
  const near = (part: string): number => Math.min(countColumns(part), Math.floor(width / 4))
  const left = joinLines(text.slice(Math.max(0, offset - NEAR), offset))
  const rest = joinLines(text.slice(offset + length, offset + length + NEAR))
  const wrong = fitColumns(
    visible(text.slice(offset, offset + Math.min(length, NEAR))),
    width - 2 - near(left) - near(rest),
  )
  const isWhole = visible(text.slice(offset, offset + length)) === wrong
  const right = isWhole ? rest : '…'
  const room = width - 2 - countColumns(wrong)
  const before = fitColumns(left, Math.max(Math.ceil(room / 2), room - countColumns(right)), 'end')
  const after = fitColumns(right, room - countColumns(before))
  const start = offset > NEAR || before !== left ? `…${before}` : before
  const end = after !== right || (isWhole && offset + length + NEAR < text.length) ? `${after}…` : after
  const caret = ' '.repeat(countColumns(start)) + '^'.repeat(Math.max(1, countColumns(wrong)))
  // What is harmless in parts may not be so together.
  return [escapeLine(start + wrong + end).trimEnd(), caret]
}

/** Shows 16 bytes around a place in hexadecimal, and as text where they are text. */
export function bytesExcerpt(bytes: Buffer, offset: number): string[] {
  const start = Math.max(0, Math.min(offset - BYTES_SHOWN / 2, bytes.length - BYTES_SHOWN))
  const shown = bytes.subarray(start, start + BYTES_SHOWN)
  const hex = [...shown].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
  const text = shown.toString('latin1').replaceAll(/[^ -~]/g, '.')
  return [
    escapeLine(`${hex}   ${text}`).trimEnd(),
    `${' '.repeat(3 * (offset - start))}^^ byte ${offset} of the body`,
  ]
}

function visible(text: string): string {
  return text.replaceAll('\n', String.raw`\n`)
}

/** A text on one line, without the indentation that makes JSON readable on many. */
export function joinLines(text: string): string {
  return text.replaceAll(/\n[ ]*/g, ' ')
}
