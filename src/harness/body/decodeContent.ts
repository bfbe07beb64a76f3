import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { errorCode, messageOf } from '../../contract/errors.ts'

/** A body with its content codings taken off, as far as they come off. */
export type DecodedContent = {
  bytes: Buffer
  /** Why the body is not in a coding that it is declared in. */
  problem?: string
  /** There is more than the limit. */
  cut?: boolean
  /** The coding that `bytes` are still in, as it is one that the kit cannot take off. */
  unknown?: string
}

const DECODERS: Record<string, (bytes: Buffer, maxOutputLength: number) => Buffer> = {
  gzip: (bytes, maxOutputLength) => gunzipSync(bytes, { maxOutputLength }),
  'x-gzip': (bytes, maxOutputLength) => gunzipSync(bytes, { maxOutputLength }),
  br: (bytes, maxOutputLength) => brotliDecompressSync(bytes, { maxOutputLength }),
  zstd: unzstd,
  // "deflate" is the zlib format (RFC 9110 section 8.4.1.2); many servers send the raw stream, which recipients read too.
  deflate: (bytes, maxOutputLength) =>
    ((bytes[0] ?? 0) & 0x0f) === 8
      ? inflateSync(bytes, { maxOutputLength })
      : inflateRawSync(bytes, { maxOutputLength }),
  identity: (bytes) => bytes,
}

/** Takes the codings off in reverse order. `limit` caps the size, so that a small body cannot unfold into a huge one. */
export function decodeContent(body: Buffer, codings: readonly string[], limit: number): DecodedContent {
  let bytes = body
  for (const coding of codings.toReversed()) {
    if (bytes.length === 0) break
    const decode = DECODERS[coding]
    if (!decode) return { bytes, unknown: coding }
    try {
      bytes = decode(bytes, limit)
    } catch (error) {
      if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') return { bytes: Buffer.alloc(0), cut: true }
      return {
        bytes,
        problem: `the body is declared as ${coding}, but does not decode: ${messageOf(error)}`,
      }
    }
  }
  return { bytes }
}

/** Node takes off the first frame alone, though there may be more (RFC 8878 section 3), some of them without content. */
function unzstd(bytes: Buffer, maxOutputLength: number): Buffer {
  const frames: Buffer[] = []
  let left = maxOutputLength
  for (let rest = bytes; rest.length > 0; ) {
    const { buffer, engine } = decodeFrame(rest, Math.max(left, 1))
    frames.push(buffer)
    left -= buffer.length
    rest = rest.subarray(engine.bytesWritten)
  }
  return Buffer.concat(frames)
}

/** The content of the first frame, and how many bytes the frame has. */
function decodeFrame(bytes: Buffer, maxOutputLength: number) {
  // The types do not know what `info` does.
  const decoded: unknown = zstdDecompressSync(bytes, { maxOutputLength, info: true })
  return decoded as { buffer: Buffer; engine: { bytesWritten: number } }
}

/** The coding that bytes which should be plain text are evidently in. */
export function evidentCoding(bytes: Buffer): string | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip'
  if (bytes.length >= 4 && bytes.readUInt32LE(0) === 0xfd2fb528) return 'zstd'
  return undefined
}
