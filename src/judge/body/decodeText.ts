/** The text of a body, and violations of RFC 8259 section 8.1. */
export type DecodedText = {
  text: string
  bom: boolean
  /** Why the bytes are not UTF-8, and the offset of the first invalid byte. */
  invalid?: { reason: string; offset: number }
}

/** Decodes UTF-8. Reports what is invalid, but decodes the rest so that it can be checked too. */
export function decodeText(bytes: Buffer): DecodedText {
  const wide = detectWideEncoding(bytes)
  if (wide) return { text: '', bom: false, invalid: { reason: `the text is ${wide}`, offset: 0 } }
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const content = bom ? bytes.subarray(3) : bytes
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content), bom }
  } catch {
    const offset = findFirstInvalid(content) + (bom ? 3 : 0)
    const shown = bytes
      .subarray(offset, offset + 4)
      .toString('hex')
      .replace(/(..)(?=.)/g, '$1 ')
    const reason = `the bytes ${shown} at offset ${offset} are not UTF-8`
    return { text: content.toString('utf8'), bom, invalid: { reason, offset } }
  }
}

/** JSON begins with ASCII, so NUL bytes distinguish UTF-16 and UTF-32 from UTF-8. */
function detectWideEncoding(bytes: Buffer): string | undefined {
  const [a, b, c, d] = bytes
  if (bytes.length < 2) return undefined
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a !== 0 && b === 0 && c === 0 && d === 0))
    return 'UTF-32LE'
  if (a === 0 && b === 0 && (c === 0xfe || c === 0)) return 'UTF-32BE'
  if (bytes.length % 2 === 1) return undefined
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && (d ?? 0) === 0)) return 'UTF-16LE'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0)) return 'UTF-16BE'
  return undefined
}

/** Finds the offset of the first invalid byte by bisection, because a prefix of UTF-8 is UTF-8. */
function findFirstInvalid(bytes: Buffer): number {
  let valid = 0
  let invalid = bytes.length
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1
    if (isUtf8(bytes.subarray(0, middle), { stream: true })) valid = middle
    else invalid = middle
  }
  // The prefix may end inside a character. Go back to its first byte.
  while (!isUtf8(bytes.subarray(0, valid))) valid -= 1
  return valid
}

/** With `stream`, the bytes may end inside a character. */
function isUtf8(bytes: Buffer, options: { stream?: boolean } = {}): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, options)
    return true
  } catch {
    return false
  }
}
