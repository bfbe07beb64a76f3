import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib'

/** A body with its content codings taken off. */
export type DecodedContent = { bytes: Buffer; problem?: string; cut?: boolean }

const DECODERS: Record<string, (bytes: Buffer, maxOutputLength: number) => Buffer> = {
  gzip: (bytes, maxOutputLength) => gunzipSync(bytes, { maxOutputLength }),
  'x-gzip': (bytes, maxOutputLength) => gunzipSync(bytes, { maxOutputLength }),
  br: (bytes, maxOutputLength) => brotliDecompressSync(bytes, { maxOutputLength }),
  zstd: (bytes, maxOutputLength) => zstdDecompressSync(bytes, { maxOutputLength }),
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
    const decode = DECODERS[coding]
    if (!decode) return { bytes, problem: `the content coding ${JSON.stringify(coding)} is unknown` }
    try {
      if (bytes.length > 0) bytes = decode(bytes, limit)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        return { bytes: Buffer.alloc(0), cut: true }
      return {
        bytes,
        problem: `the body is declared as ${coding}, but does not decode: ${(error as Error).message}`,
      }
    }
  }
  return { bytes }
}

/** The coding that bytes which should be plain text are evidently in. */
export function evidentCoding(bytes: Buffer): string | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip'
  if (bytes.length >= 4 && bytes.readUInt32LE(0) === 0xfd2fb528) return 'zstd'
  return undefined
}
