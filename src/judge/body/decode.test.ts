import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeContent, decodeText } from './decode.ts'

test('reports invalid UTF-8 with its offset', () => {
  expect(decodeText(Buffer.from('["L\u00f6wenzahn"]', 'latin1')).invalid).toBe(
    'the bytes f6 77 65 6e at offset 3 are not UTF-8, but would be "\u00f6wen" in ISO-8859-1 (Latin-1)',
  )
})

test.for(['utf16le', 'latin1', 'utf8'] as const)('detects %s', (encoding) => {
  const { invalid } = decodeText(Buffer.from('[1]', encoding))
  expect(invalid).toBe(encoding === 'utf16le' ? 'the body is UTF-16 or UTF-32, not UTF-8' : undefined)
})

test('cuts a small body that becomes huge when decoded', () => {
  expect(decodeContent(gzipSync(Buffer.alloc(10_000_000)), ['gzip'], 1_000)).toMatchObject({ cut: true })
})

test('decodes a correct coding and reports a wrong one', () => {
  expect(decodeContent(Buffer.from('[]'), ['gzip'], 1_000).problem).toContain('declared as gzip')
  expect(decodeContent(gzipSync('?'), ['snappy', 'gzip'], 1_000)).toMatchObject({ unknown: 'snappy' })
  expect(decodeContent(Buffer.from('?'), ['constructor'], 1_000).unknown).toBe('constructor')
  expect(decodeContent(gzipSync(gzipSync('[]')), ['gzip', 'gzip'], 1_000).bytes.toString()).toBe('[]')
  expect(decodeContent(gzipSync('[]'), [], 1_000).problem).toContain(
    'compressed (gzip, zlib or zstd), but there is no',
  )
})

test('decodes zstd in one frame, and never treats the first of several frames as the body', () => {
  const frames = [zstdCompressSync('[1'), zstdCompressSync(',2]')]
  expect(decodeContent(zstdCompressSync('[1,2]'), ['zstd'], 1_000).bytes.toString()).toBe('[1,2]')
  expect(decodeContent(Buffer.concat(frames), ['zstd'], 1_000)).toMatchObject({ unknown: 'zstd' })
  expect(decodeContent(Buffer.from('rubbish'), ['zstd'], 1_000).problem).toContain('declared as zstd')
})
