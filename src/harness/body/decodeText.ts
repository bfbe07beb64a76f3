/** A body's bytes as text, with what RFC 8259 section 8.1 forbids about them. */
export type DecodedText = {
  text: string
  bom: boolean
  /** Why the bytes are not UTF-8, and from which byte on. */
  broken?: { reason: string; offset: number }
}

/** Decodes UTF-8 strictly enough to tell what is wrong, and leniently enough to judge the rest. */
export function decodeText(bytes: Buffer): DecodedText {
  const wide = wideEncoding(bytes)
  if (wide) return { text: '', bom: false, broken: { reason: `the text is ${wide}`, offset: 0 } }
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const rest = bom ? bytes.subarray(3) : bytes
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rest), bom }
  } catch {
    const offset = firstBroken(rest) + (bom ? 3 : 0)
    const shown = bytes
      .subarray(offset, offset + 4)
      .toString('hex')
      .replace(/(..)(?=.)/g, '$1 ')
    const reason = `the bytes ${shown} at offset ${offset} are not UTF-8`
    return { text: rest.toString('utf8'), bom, broken: { reason, offset } }
  }
}

/** JSON begins with ASCII, so the places of its NULs tell UTF-16 and UTF-32 from UTF-8. */
function wideEncoding(bytes: Buffer): string | undefined {
  const [a, b, c, d] = bytes
  if (bytes.length < 2) return undefined
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a !== 0 && b === 0 && c === 0 && d === 0))
    return 'UTF-32LE'
  if (a === 0 && b === 0 && (c === 0xfe || c === 0)) return 'UTF-32BE'
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && (d ?? 0) === 0)) return 'UTF-16LE'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0)) return 'UTF-16BE'
  return undefined
}

/** The offset of the first byte that no UTF-8 text can have there, found by halving: a prefix of UTF-8 is UTF-8. */
function firstBroken(bytes: Buffer): number {
  let sound = 0
  let broken = bytes.length
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1
    if (decodes(bytes.subarray(0, middle), true)) sound = middle
    else broken = middle
  }
  // The prefix may end within a character; its first byte is where the trouble begins.
  while (!decodes(bytes.subarray(0, sound), false)) sound -= 1
  return sound
}

function decodes(bytes: Buffer, isPrefix: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isPrefix })
    return true
  } catch {
    return false
  }
}
