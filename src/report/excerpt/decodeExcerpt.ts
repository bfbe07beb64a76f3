type Excerpt = { text: string; offset: number; length: number }

/** Bytes around a wrong place, each as one character, as the text that they are in UTF-8. A part that is not UTF-8 stays as it is. */
export function decodeExcerpt({ text, offset, length }: Excerpt): Excerpt {
  const before = decode(text.slice(0, offset))
  const wrong = decode(text.slice(offset, offset + length))
  const after = decode(text.slice(offset + length))
  return { text: before + wrong + after, offset: before.length, length: wrong.length }
}

/** A character that is cut at the start or the end is left out. */
function decode(part: string): string {
  const whole = part.replace(/^[\x80-\xbf]{1,3}/, '')
  const options = [part, whole, whole.replace(/[\xc0-\xff][\x80-\xbf]{0,2}$/, '')]
  const decoded = options.map((each) => Buffer.from(each, 'latin1').toString())
  return decoded.find((each) => !each.includes('\ufffd')) ?? part
}
