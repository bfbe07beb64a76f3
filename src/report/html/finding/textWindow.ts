import { markup, type Part } from '../markup/markup.ts'
import { beforeCharacter, countOf, describeRest, type Limits } from '../markup/shorten.ts'

/** What decides which line ends are usual. */
export type TextKind = 'head' | 'body' | 'bytes'

type Range = { offset: number; length: number }

/** Longer texts are folded but for so many characters around the wrong place. */
const VISIBLE = 1000

/** A text with the wrong place marked. Of a long text, what is far from that place is folded, and the rest of it left out. */
export function textWindow(text: string, place: Range | undefined, limits: Limits, kind: TextKind): Part {
  const start = beforeCharacter(text, text.length <= VISIBLE ? 0 : startOfWindow(text, place))
  const end = beforeCharacter(text, Math.min(text.length, start + VISIBLE))
  const first = beforeCharacter(text, Math.max(0, start - limits.body))
  const last = beforeCharacter(text, Math.min(text.length, end + limits.body))
  return [
    describeRest(first, 'earlier character'),
    fold(text.slice(first, start), 'before', kind),
    showPart(text, start, end, place, kind),
    fold(text.slice(end, last), 'after', kind),
    describeRest(text.length - last, 'character'),
  ]
}

function startOfWindow(text: string, place: Range | undefined): number {
  if (place === undefined) return 0
  const most = Math.max(0, text.length - VISIBLE)
  return Math.min(most, Math.max(0, place.offset - Math.floor(VISIBLE / 3)))
}

function fold(text: string, side: 'before' | 'after', kind: TextKind): Part {
  if (text === '') return undefined
  return markup`<details class="fold"><summary>${countOf(text.length, 'character')} ${side} this</summary>${showLineEnds(text, kind)}</details>`
}

/** A part of a text, with what is marked in it. A mark may be empty: something is missing there. */
export function showPart(
  text: string,
  start: number,
  end: number,
  place: Range | undefined,
  kind: TextKind,
): Part {
  const from = Math.max(start, place?.offset ?? end)
  const to = Math.min(end, place === undefined ? end : place.offset + place.length)
  const isMarked = place !== undefined && (from < to || (place.length === 0 && from === to))
  if (!isMarked) return showLineEnds(text.slice(start, end), kind)
  const marked = text.slice(from, to)
  return [
    showLineEnds(text.slice(start, from), kind),
    markup`<mark>${marked === '' ? '' : showLineEnds(marked, 'bytes')}</mark>`,
    showLineEnds(text.slice(to, end), kind),
  ]
}

/** Shows the line ends that are unusual. Among bytes and in a mark, all are shown. */
function showLineEnds(text: string, kind: TextKind): Part {
  const usual = { head: '\r\n', body: '\n', bytes: undefined }[kind]
  return text
    .split(/(\r?\n)/)
    .map((part, index) =>
      index % 2 === 0
        ? part
        : [part !== usual && markup`<span class="escape">${part === '\n' ? '\\n' : '\\r\\n'}</span>`, '\n'],
    )
}
