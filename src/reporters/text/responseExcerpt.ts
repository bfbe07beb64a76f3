import { pluralize } from '../../contract/pluralize.ts'
import { shorten } from './wrap.ts'

const MAX_HEAD_LINES = 8
const MAX_BODY_LINES = 6

/** The start of a response: status line, headers and some of the body. No line is longer than `width`. */
export function responseExcerpt(response: string, width: number): string[] {
  const [head = '', ...rest] = response.trimEnd().split('\n\n')
  const body = rest.join('\n\n')
  const lines = firstLines(head, MAX_HEAD_LINES, 'header line')
  if (body !== '') lines.push('', ...firstLines(body, MAX_BODY_LINES, 'line'))
  return lines.map((line) => shorten(line, width).trimEnd())
}

function firstLines(text: string, max: number, noun: string): string[] {
  const lines = text.split('\n')
  const hidden = lines.length - max
  return hidden <= 0 ? lines : [...lines.slice(0, max), `… ${pluralize(hidden, `more ${noun}`)}`]
}
