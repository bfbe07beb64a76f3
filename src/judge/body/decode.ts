import { isUtf8 } from 'node:buffer'
import zlib from 'node:zlib'
import { messageOf } from '../../contract/words.ts'
import { readJson } from './readJson.ts'

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

const DECODERS: Record<string, (bytes: Buffer, maxOutputLength: number) => Buffer> = {
  gzip: (bytes, maxOutputLength) => zlib.gunzipSync(bytes, { maxOutputLength }),
  'x-gzip': (bytes, maxOutputLength) => zlib.gunzipSync(bytes, { maxOutputLength }),
  br: (bytes, maxOutputLength) => zlib.brotliDecompressSync(bytes, { maxOutputLength }),
  zstd: decodeZstd,
  // "deflate" is the zlib format (RFC 9110 section 8.4.1.2). Many servers send a raw stream, which clients accept too.
  deflate: (bytes, maxOutputLength) =>
    ((bytes[0] ?? 0) & 0x0f) === 8
      ? zlib.inflateSync(bytes, { maxOutputLength })
      : zlib.inflateRawSync(bytes, { maxOutputLength }),
  identity: (bytes) => bytes,
}

/** Maximum frames of one body, and maximum codings on top of each other: each costs time, however little it contains. */
const MAX_FRAMES = 1_000
export const MAX_CODINGS = 5

/** Decodes the codings in reverse order. `limit` is the maximum size in bytes, so that a small body cannot become huge. */
export function decodeContent(body: Buffer, codings: readonly string[], limit: number): DecodedContent {
  let bytes = body
  if (codings.length > MAX_CODINGS) return { bytes, unknown: codings.join(', ').slice(0, 80) }
  for (const coding of codings.toReversed()) {
    if (bytes.length === 0) break
    const decode = DECODERS[coding]
    try {
      if (decode) bytes = decode(bytes, limit)
      else if (!isJson(bytes)) return { bytes, unknown: coding }
      else return { bytes, problem: `the body is declared as ${coding}, but is plain JSON` }
    } catch (error) {
      // Node.js throws this if the output exceeds `maxOutputLength`.
      if (error instanceof RangeError) return { bytes: Buffer.alloc(0), cut: true }
      const why = isJson(bytes) ? 'is plain JSON' : `cannot be decoded: ${messageOf(error)}`
      return { bytes, problem: `the body is declared as ${coding}, but ${why}` }
    }
  }
  return { bytes }
}

/** Node.js decodes only the first frame, but there may be several (RFC 8878 section 3), some without content. */
function decodeZstd(bytes: Buffer, limit: number): Buffer {
  const frames: Buffer[] = []
  let left = limit
  for (let rest = bytes; rest.length > 0; ) {
    if (frames.length === MAX_FRAMES) throw new RangeError('too many frames')
    // The types do not include the option `info`.
    const options = { maxOutputLength: Math.max(left, 1), info: true }
    const decoded: unknown = zlib.zstdDecompressSync(rest, options)
    const { buffer, engine } = decoded as { buffer: Buffer; engine: { bytesWritten: number } }
    frames.push(buffer)
    left -= buffer.length
    rest = rest.subarray(engine.bytesWritten)
  }
  return Buffer.concat(frames)
}

function isJson(bytes: Buffer): boolean {
  try {
    readJson(bytes.toString())
    return true
  } catch {
    return false
  }
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
  // JSON begins with ASCII, so only UTF-16 and UTF-32 have two NUL bytes there.
  if (/^\xff\xfe|^\xfe\xff|\0.?\0/s.test(bytes.toString('latin1', 0, 4)))
    return { text: '', bom: false, invalid: { reason: 'the text is UTF-16 or UTF-32', offset: 0 } }
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const content = bom ? bytes.subarray(3) : bytes
  const text = content.toString()
  if (isUtf8(content)) return { text, bom }
  // At the first invalid byte, the text has a replacement character that the bytes do not have.
  const again = Buffer.from(text)
  let at = 0
  while (content[at] === again[at]) at += 1
  const shown = content.toString('hex', at, at + 4).replace(/(..)(?=.)/g, '$1 ')
  const offset = bom ? at + 3 : at
  return { text, bom, invalid: { reason: `the bytes ${shown} at offset ${offset} are not UTF-8`, offset } }
}
