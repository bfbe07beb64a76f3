import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeContent, decodeText } from './decode.ts'

test('reports invalid UTF-8 with its offset', () => {
  expect(decodeText(Buffer.from('["L\u00f6wenzahn"]', 'latin1')).invalid).toBe(
    'the bytes f6 77 65 6e at offset 3 are not UTF-8, but would be "\u00f6wen" in ISO-8859-1 (Latin-1)',
  )
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
