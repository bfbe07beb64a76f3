import { errorCode, messageOf } from '../../contract/words.ts'

/** A body after decoding its content codings, as far as possible. */
export type DecodedContent = {
  bytes: Buffer
  /** Why the body cannot be decoded. */
  problem?: string
  /** Whether the decoded body exceeds the limit. */
  cut?: boolean
  /** A coding that the kit cannot decode. `bytes` are still encoded with it. */
  unknown?: string
}

/** Loaded with the first encoded body. */
const zlib = (): typeof import('node:zlib') => process.getBuiltinModule('node:zlib')

const DECODERS: Record<string, (bytes: Buffer, maxOutputLength: number) => Buffer> = {
  gzip: (bytes, maxOutputLength) => zlib().gunzipSync(bytes, { maxOutputLength }),
  'x-gzip': (bytes, maxOutputLength) => zlib().gunzipSync(bytes, { maxOutputLength }),
  br: (bytes, maxOutputLength) => zlib().brotliDecompressSync(bytes, { maxOutputLength }),
  zstd: decodeZstd,
  // "deflate" is the zlib format (RFC 9110 section 8.4.1.2). Many servers send a raw stream, which clients accept too.
  deflate: (bytes, maxOutputLength) =>
    ((bytes[0] ?? 0) & 0x0f) === 8
      ? zlib().inflateSync(bytes, { maxOutputLength })
      : zlib().inflateRawSync(bytes, { maxOutputLength }),
  identity: (bytes) => bytes,
}

/** Frames of one body, and codings on top of each other: each costs time, however little it contains. */
const MAX_FRAMES = 1_000
export const MAX_CODINGS = 5

/** Decodes the codings in reverse order. `limit` is the maximum size in bytes, so that a small body cannot become huge. */
export function decodeContent(body: Buffer, codings: readonly string[], limit: number): DecodedContent {
  let bytes = body
  if (codings.length > MAX_CODINGS) return { bytes, unknown: codings.join(', ').slice(0, 80) }
  for (const coding of codings.toReversed()) {
    if (bytes.length === 0) break
    const decode = DECODERS[coding]
    if (!decode) return { bytes, unknown: coding }
    try {
      bytes = decode(bytes, limit)
    } catch (error) {
      if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE' || error instanceof TooManyFrames)
        return { bytes: Buffer.alloc(0), cut: true }
      const why = /^\s*[[{]/.test(bytes.toString('latin1', 0, 40))
        ? 'is plain JSON'
        : `cannot be decoded: ${messageOf(error)}`
      return { bytes, problem: `the body is declared as ${coding}, but ${why}` }
    }
  }
  return { bytes }
}

class TooManyFrames extends Error {}

/** Node.js decodes the first frame only, but there may be several (RFC 8878 section 3), some without content. */
function decodeZstd(bytes: Buffer, maxOutputLength: number): Buffer {
  const frames: Buffer[] = []
  let left = maxOutputLength
  for (let remaining = skipFrames(bytes); remaining.length > 0; ) {
    if (frames.length === MAX_FRAMES) throw new TooManyFrames()
    const { buffer, engine } = decodeFrame(remaining, Math.max(left, 1))
    frames.push(buffer)
    left -= buffer.length
    remaining = skipFrames(remaining.subarray(engine.bytesWritten))
  }
  return Buffer.concat(frames)
}

/** Skips frames without content (RFC 8878 section 3.1.2). */
function skipFrames(bytes: Buffer): Buffer {
  let at = 0
  while (bytes.length - at >= 8 && bytes.readUInt32LE(at) >>> 4 === 0x184d2a5) {
    const next = at + 8 + bytes.readUInt32LE(at + 4)
    if (next > bytes.length) break
    at = next
  }
  return bytes.subarray(at)
}

/** Decodes the first frame. `bytesWritten` is the length of the frame. */
function decodeFrame(bytes: Buffer, maxOutputLength: number) {
  // The types do not include the `info` option.
  const decoded: unknown = zlib().zstdDecompressSync(bytes, { maxOutputLength, info: true })
  return decoded as { buffer: Buffer; engine: { bytesWritten: number } }
}

/** Detects the coding of bytes that should be plain text. */
export function detectCoding(bytes: Buffer): string | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip'
  if (bytes.length >= 4 && bytes.readUInt32LE(0) === 0xfd2fb528) return 'zstd'
  return undefined
}

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
    const text = content.toString('utf8')
    const offset = findFirstInvalid(content, text) + (bom ? 3 : 0)
    const shown = bytes.toString('hex', offset, offset + 4).replace(/(..)(?=.)/g, '$1 ')
    return { text, bom, invalid: { reason: `the bytes ${shown} at offset ${offset} are not UTF-8`, offset } }
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

/** Where the text has a replacement character that the bytes do not have. */
function findFirstInvalid(bytes: Buffer, text: string): number {
  let offset = 0
  for (let from = 0; ; ) {
    const at = text.indexOf('\ufffd', from)
    offset += Buffer.byteLength(text.slice(from, at))
    if (bytes.toString('hex', offset, offset + 3) !== 'efbfbd') return offset
    offset += 3
    from = at + 1
  }
}
