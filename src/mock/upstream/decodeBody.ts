import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { errorCode } from '../../contract/words.ts'

/** Bytes of a decoded body that are checked. */
const LONGEST = 64 * 2 ** 20
/** Each coding on top of another one costs time. */
const MOST_CODINGS = 3

type Decode = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer

const decoders = new Map<string, Decode>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
  ['identity', (bytes) => bytes],
])

/** Decodes a body by its Content-Encoding. Returns undefined if the mock cannot decode it, or a problem of the service. */
export function decodeBody(body: Buffer, contentEncoding: string): Buffer | { problem: string } | undefined {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter(Boolean)
  if (codings.length > MOST_CODINGS) return undefined
  let decoded = body
  for (const coding of codings.toReversed()) {
    const decode = decoders.get(coding)
    if (!decode) return undefined
    try {
      decoded = decode(decoded, { maxOutputLength: LONGEST })
    } catch (error) {
      if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') return undefined
      return { problem: `the body is declared as ${coding}, but cannot be decoded` }
    }
  }
  return decoded
}
