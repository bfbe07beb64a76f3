/** Writes ASN.1 in the distinguished encoding rules (ITU-T X.690), as far as a certificate needs it. It reads nothing. */
export const der = {
  sequence: (...parts: readonly Buffer[]): Buffer => encode(0x30, Buffer.concat(parts)),
  set: (part: Buffer): Buffer => encode(0x31, part),
  /** A positive integer. The first byte must not be zero. */
  integer: (bytes: Buffer): Buffer => encode(0x02, (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.of(0, ...bytes)),
  yes: Buffer.of(0x01, 0x01, 0xff),
  bits: (bytes: Buffer, unused = 0): Buffer => encode(0x03, Buffer.of(unused, ...bytes)),
  octets: (bytes: Buffer): Buffer => encode(0x04, bytes),
  text: (value: string): Buffer => encode(0x0c, Buffer.from(value)),
  /** Years from 1950 to 2049, as RFC 5280 section 4.1.2.5 requires: `YYMMDDHHMMSSZ`. */
  time: (date: Date): Buffer =>
    encode(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`)),
  /** A member with a number in place of its type: `within` if it contains others. */
  tagged: (tag: number, content: Buffer, within = false): Buffer =>
    encode((within ? 0xa0 : 0x80) + tag, content),
  /** An object identifier, such as `2.5.4.3`. */
  identifier(dotted: string): Buffer {
    const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
    return encode(0x06, Buffer.from([40 * first + second, ...rest].flatMap(toBase128)))
  },
}

function encode(type: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(type, ...encodeLength(content.length)), content])
}

function encodeLength(length: number): number[] {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

/** Seven bits a byte. All bytes but the last have the eighth bit. */
function toBase128(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}
