import { isUtf8 } from 'node:buffer'
import zlib from 'node:zlib'
import { messageOf } from '../../contract/words.ts'
import { type Field, listMembers } from '../exchange.ts'

/** A body whose content codings were decoded as far as possible. */
export type DecodedContent = {
  /** If the body cannot be decoded, its text or its first bytes: see `findText`. */
  bytes: Buffer
  /** The size of the body in bytes before or after decoding, whichever is larger. */
  size: number
  /** Why the body cannot be decoded. */
  problem?: string
  /** Whether the decoded body is longer than the limit. */
  cut?: boolean
  /** A content coding that the kit cannot decode. */
  unknown?: string
}

const DECODERS: Record<string, (bytes: Buffer, options: zlib.ZstdOptions) => unknown> = {
  gzip: zlib.gunzipSync,
  'x-gzip': zlib.gunzipSync,
  br: zlib.brotliDecompressSync,
  zstd: zlib.zstdDecompressSync,
  // "deflate" is the zlib format (RFC 9110 section 8.4.1.2). Some servers send raw deflate data, which many clients also accept.
  deflate: (bytes, options) =>
    (((bytes[0] ?? 0) & 0x0f) === 8 ? zlib.inflateSync : zlib.inflateRawSync)(bytes, options),
}

/** The return value of a decoder that is called with `info: true`. Node's types do not describe this value. */
type Decoded = { buffer: Buffer; engine: { bytesWritten: number } }

/** The maximum number of codings of a body. A header may list thousands of codings, and each takes time, even for a short body. */
const MAX_CODINGS = 5
/** The number of bytes at the start of compressed data that show its format. A gzip header without a name has this length. */
export const FORMAT_BYTES = 10

/** Lists a message's content codings in the order in which they were applied. A list that is too long to decode is cut off. */
export function listCodings(fields: readonly Field[]): string[] {
  const listed = listMembers(fields, 'content-encoding', MAX_CODINGS + 1)
  return listed.filter((coding) => !/^(identity)?$/.test(coding))
}

/** Decodes the codings in reverse order. `limit` is the maximum decoded size in bytes, so that a small body cannot become huge. */
export function decodeContent(body: Buffer, codings: readonly string[], limit: number): DecodedContent {
  let bytes = body
  let size = body.length
  const fail = (why: Partial<DecodedContent>) => ({ bytes: findText(bytes, limit), size, ...why })
  if (codings.length > MAX_CODINGS) return fail({ unknown: codings.join(', ').slice(0, 80) })
  for (const coding of codings.toReversed()) {
    if (bytes.length === 0) break
    const declared = `the body is declared as ${coding}, but`
    // Brotli data can begin with `[`, so do not look at it. The server may also declare a word that is not a coding, such as `utf-8`.
    const isJson = coding !== 'br' && /^\s*[[{]/.test(bytes.toString('latin1', 0, 64))
    if (isJson) return fail({ problem: `${declared} is plain JSON` })
    const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined
    if (decode === undefined) return fail({ unknown: coding })
    try {
      const decoded = decode(bytes, { maxOutputLength: limit, info: true }) as Decoded
      // Node.js decodes only the first of several zstd frames (RFC 8878 section 3).
      if (decoded.engine.bytesWritten < bytes.length) return fail({ unknown: coding })
      bytes = decoded.buffer
      size = Math.max(size, bytes.length)
    } catch (error) {
      // Node.js throws a RangeError if the output exceeds `maxOutputLength`.
      if (error instanceof RangeError) return { bytes: Buffer.alloc(0), size: limit, cut: true }
      return fail({ problem: `${declared} cannot be decoded: ${messageOf(error)}` })
    }
  }
  if (!/^(1f8b|78(01|5e|9c|da)|28b52ffd)/.test(bytes.toString('hex', 0, 4))) return { bytes, size }
  const when = codings.length === 0 ? 'but there is no' : 'even after decoding according to'
  return fail({ problem: `the body is compressed (gzip, zlib or zstd), ${when} Content-Encoding` })
}

/** Finds the text in gzip data that is incomplete or not declared. If there is no text, keeps only the bytes that show the format. */
function findText(bytes: Buffer, maxOutputLength: number): Buffer {
  try {
    const options = { maxOutputLength, finishFlush: zlib.constants.Z_SYNC_FLUSH }
    const text = isUtf8(bytes) ? bytes : zlib.gunzipSync(bytes, options)
    if (isUtf8(text)) return text
  } catch {
    // The bytes are not gzip data, or their text is too long.
  }
  return bytes.subarray(0, FORMAT_BYTES)
}

/** Decodes UTF-8 (RFC 8259 section 8.1), with or without a byte order mark (`bom`). If some bytes are `invalid`, also decodes the rest. */
export function decodeText(bytes: Buffer): { text: string; bom: boolean; invalid?: string } {
  // JSON in UTF-8 has no NUL bytes. In UTF-16 or UTF-32, the first four bytes of JSON usually contain at least two NUL bytes.
  if (/^\xff\xfe|^\xfe\xff|\0.?\0/s.test(bytes.toString('latin1', 0, 4)))
    return { text: '', bom: false, invalid: 'the body is UTF-16 or UTF-32, not UTF-8' }
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const content = bom ? bytes.subarray(3) : bytes
  const text = content.toString()
  if (isUtf8(content)) return { text, bom }
  // An invalid byte was decoded as U+FFFD, so encoding the text again gives different bytes from this byte on.
  const again = Buffer.from(text)
  const at = content.findIndex((byte, index) => byte !== again[index])
  const shown = content.toString('hex', at, at + 4).replace(/(..)(?=.)/g, '$1 ')
  const near = content.toString('latin1', Math.max(at - 1, 0), at + 4)
  // An accented letter between two ASCII letters. Only Latin-1 and similar encodings write such a letter as a single byte.
  const isLatin1 = /^[a-z][\xc0-\xff][a-z]/i.test(near)
  const instead = isLatin1 ? `, but would be "${near.slice(1)}" in ISO-8859-1 (Latin-1)` : ''
  return { text, bom, invalid: `the bytes ${shown} at offset ${bom ? at + 3 : at} are not UTF-8${instead}` }
}
