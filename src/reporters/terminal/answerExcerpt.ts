import { count } from '../text/counts.ts'
import { shorten } from '../text/wrap.ts'

const HEAD_LINES = 8
const BODY_LINES = 6

/** The beginning of an answer: status line, header lines and some of the body, each line at most `width` long. */
export function answerExcerpt(response: string, width: number): string[] {
  const [head = '', ...rest] = response.trimEnd().split('\n\n')
  const body = rest.join('\n\n')
  const lines = begin(head, HEAD_LINES, 'header line')
  if (body !== '') lines.push('', ...begin(body, BODY_LINES, 'line'))
  return lines.map((line) => shorten(line, width).trimEnd())
}

function begin(text: string, most: number, noun: string): string[] {
  const lines = text.split('\n')
  const left = lines.length - most
  return left <= 0 ? lines : [...lines.slice(0, most), `… ${count(left, `more ${noun}`)}`]
}
