import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeContent } from './decode.ts'

test('decodes a correct coding and reports a wrong one', () => {
  expect(decodeContent(Buffer.from('[]'), ['gzip'], 1_000).problem).toContain('declared as gzip')
  expect(decodeContent(gzipSync('?'), ['snappy', 'gzip'], 1_000)).toMatchObject({ unknown: 'snappy' })
  expect(decodeContent(Buffer.from('?'), ['constructor'], 1_000).unknown).toBe('constructor')
  expect(decodeContent(gzipSync(gzipSync('[]')), ['gzip', 'gzip'], 1_000).bytes.toString()).toBe('[]')
  expect(decodeContent(gzipSync('[]'), [], 1_000).problem).toContain(
    'compressed (gzip, zlib or zstd), but there is no',
  )
})
