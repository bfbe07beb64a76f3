import { expect, test } from 'vitest'
import { formats } from './formats.ts'

function isValid(name: string, value: string | number): boolean {
  const format = formats[name]
  if (format === undefined) throw new Error(`no format ${name}`)
  if ('pattern' in format) return format.pattern.test(String(value))
  return Number(value) >= format.minimum && Number(value) <= format.maximum
}

test.each<[name: string, valid: (string | number)[], invalid: (string | number)[]]>([
  [
    'date',
    ['2026-01-31', '2024-02-29', '2000-02-29'],
    ['2026-1-31', '2026-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '31.01.2026', ''],
  ],
  [
    'time',
    ['23:59:00Z', '00:00:00.5+05:30', '23:59:60z'],
    ['24:00:00Z', '12:00:00', '12:60:00Z', '12:00Z', '12:00:00+5'],
  ],
  [
    'date-time',
    ['2026-01-31T23:59:00Z', '2026-01-31t23:59:00.123456-08:00'],
    ['2026-01-31', '2026-01-31 23:59:00Z', '2026-02-30T00:00:00Z', '2026-01-31T23:59:00'],
  ],
  ['duration', ['P3D', 'PT0S', 'P1Y2M3DT4H5M6S', 'P4W'], ['P', 'PT', '3D', 'P1H', 'P1W2D', 'P1Y2D']],
  [
    'email',
    ['a@b.example', "o'hara+x@plants.example", '"a b"@plants.example', 'a@[192.0.2.1]'],
    ['a', 'a@', '@b', 'a b@c.example', 'a@b..c', '.a@b.c'],
  ],
  [
    'hostname',
    ['localhost', 'plants.example', 'xn--ls8h.example', 'a-b.c'],
    ['', '-a', 'a-', 'a..b', 'a_b', `${'a'.repeat(64)}.b`, 'a.'.repeat(127)],
  ],
  ['ipv4', ['192.0.2.1', '0.0.0.0', '255.255.255.255'], ['192.0.2', '256.0.0.1', '01.2.3.4', '1.2.3.4.5']],
  [
    'ipv6',
    ['::', '::1', '2001:db8::1', '1:2:3:4:5:6:7:8', '::ffff:192.0.2.1', '1::', '1:2:3:4:5:6:7::'],
    ['', ':', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '::1::', '12345::', '::g'],
  ],
  [
    'uri',
    ['https://plants.example/a?b=c#d', 'urn:isbn:0451450523', 'mailto:a@b.example', 'http://[::1]/'],
    ['plants.example', '/a', 'https://a b', 'https://a/%zz', 'https://ä.example', 'a:b#c#d'],
  ],
  ['uri-reference', ['', '/a', '../a?b', '#c', 'https://a'], ['a b', '%', 'a#b#c', '\\a']],
  [
    'uuid',
    ['7f1c6c0e-3f57-4c35-9b0c-0d2b6f0a4b11', '7F1C6C0E-3F57-4C35-9B0C-0D2B6F0A4B11'],
    ['7f1c6c0e3f574c359b0c0d2b6f0a4b11', '7f1c6c0e-3f57-4c35-9b0c-0d2b6f0a4b1', 'g'.repeat(36), '4711'],
  ],
  ['json-pointer', ['', '/a', '/a~1b/~0'], ['a', '/~', '/~2']],
  ['byte', ['', 'YQ==', 'YWI=', 'YWJj'], ['YQ', 'YQ=', '====', 'a-_b']],
  ['int8', [-128, 127], [-129, 128]],
  ['int32', [-2147483648, 2147483647], [-2147483649, 2147483648]],
  ['int64', [-(2 ** 63), 2 ** 53, 2 ** 63 - 1024], [2 ** 63, -(2 ** 63) - 2048]],
  ['uint64', [0, 2 ** 64 - 2048], [-1, 2 ** 64]],
  ['float', [0, 3.4e38], [3.5e38, -1e300]],
])('the format %s accepts %j and refuses %j', (name, valid, invalid) => {
  expect(valid.filter((value) => !isValid(name, value))).toEqual([])
  expect(invalid.filter((value) => isValid(name, value))).toEqual([])
})

test('the range of 64 bits is in words to its last digit', () => {
  expect(formats.int64?.is).toBe('an int64 (-9223372036854775808 to 9223372036854775807)')
  expect(formats.uint64?.is).toBe('a uint64 (0 to 18446744073709551615)')
})
