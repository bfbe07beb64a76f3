import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeContent, evidentCoding } from './decodeContent.ts'
import { decodeText } from './decodeText.ts'
import { parseMediaType } from './mediaType.ts'

test('bytes that are not UTF-8 are told with their offset', () => {
  expect(decodeText(Buffer.from('[{"name":"caf\u00e9"}]', 'latin1')).broken).toEqual({
    reason: 'the bytes e9 22 7d 5d at offset 13 are not UTF-8',
    offset: 13,
  })
})

test('a byte order mark is told and what follows it is read', () => {
  expect(decodeText(Buffer.from('\ufeff[]'))).toEqual({ text: '[]', bom: true })
})

test.for(['utf16le', 'latin1', 'utf8'] as const)('%s is told apart', (encoding) => {
  const { broken } = decodeText(Buffer.from('[1]', encoding))
  expect(broken?.reason).toBe(encoding === 'utf16le' ? 'the text is UTF-16LE' : undefined)
})

test('a small body that unfolds into a huge one is cut', () => {
  expect(decodeContent(gzipSync(Buffer.alloc(10_000_000)), ['gzip'], 1_000)).toMatchObject({ cut: true })
})

test('a coding that does not hold is a problem, one that does is taken off', () => {
  expect(decodeContent(Buffer.from('[]'), ['gzip'], 1_000).problem).toContain('declared as gzip')
  expect(decodeContent(gzipSync('?'), ['snappy', 'gzip'], 1_000)).toEqual({
    bytes: Buffer.from('?'),
    unknown: 'snappy',
  })
  expect(decodeContent(gzipSync(gzipSync('[]')), ['gzip', 'gzip'], 1_000).bytes.toString()).toBe('[]')
  expect(evidentCoding(gzipSync('[]'))).toBe('gzip')
})

test('zstd may come in several frames, some of them to be skipped', () => {
  const skippable = Buffer.from('502a4d1803000000aabbcc', 'hex')
  const frames = [skippable, zstdCompressSync('[1'), skippable, zstdCompressSync(',2]')]
  expect(decodeContent(Buffer.concat(frames), ['zstd'], 1_000).bytes.toString()).toBe('[1,2]')
  expect(decodeContent(Buffer.concat(frames), ['zstd'], 3)).toMatchObject({ cut: true })
  const rubbish = Buffer.concat([...frames, Buffer.from('rubbish')])
  expect(decodeContent(rubbish, ['zstd'], 1_000).problem).toContain('declared as zstd')
})

test('media types are compared without case and parameters apart', () => {
  expect(parseMediaType('Application/JSON;v=1; charset="utf-8"')).toEqual({
    essence: 'application/json',
    parameters: new Map([
      ['v', '1'],
      ['charset', 'utf-8'],
    ]),
  })
  for (const broken of ['json', 'application/json, application/json', 'application/json charset=utf-8', ''])
    expect(parseMediaType(broken)).toBeUndefined()
})
