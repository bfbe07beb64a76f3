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
