const HEADER = Buffer.of(0x1f, 0x9d, 0x90)
const WIDTH = 9
/** Clears the dictionary. Without it, codes would grow longer. */
const CLEAR = 256
/** This many bytes plus CLEAR fill whole groups of eight codes, where the code length may change. */
const BETWEEN = 247

/** Encodes with the `compress` coding (RFC 9110 section 8.4.1.1), byte by byte. The result is valid but not shorter. */
export function encodeLzw(body: Buffer): Buffer {
  const codes = [...body].flatMap((byte, index) => ((index + 1) % BETWEEN === 0 ? [byte, CLEAR] : [byte]))
  const packed = Buffer.alloc(Math.ceil((codes.length * WIDTH) / 8))
  for (const [index, code] of codes.entries()) {
    const bit = index * WIDTH
    // A code uses the highest bits of one byte and the lowest bits of the next.
    packed.writeUInt16LE(packed.readUInt16LE(bit >> 3) | (code << (bit & 7)), bit >> 3)
  }
  return Buffer.concat([HEADER, packed])
}
