import { expect, test } from 'vitest'
import { conformant } from '../sampleReports.test-data.ts'
import { escapeReport, escapeUnprintable } from './escapeReport.ts'

test.each([
  ['a colour', '\u001b[31mred', String.raw`\x1b[31mred`],
  ['a terminal command in one character', '\u009b2J', String.raw`\x9b2J`],
  ['a carriage return', 'FAIL\rPASS', String.raw`FAIL\rPASS`],
  ['a tab and a backspace', 'a\tb\b', String.raw`a\tb\x08`],
  ['a right-to-left override', 'user\u202eresu', String.raw`user\u202eresu`],
  ['a line separator', 'a\u2028b', String.raw`a\u2028b`],
  ['a byte order mark', '\ufeff[]', String.raw`\ufeff[]`],
  ['half of a surrogate pair', 'a\ud83db', String.raw`a\ud83db`],
  ['a noncharacter', '\u{1ffff}', String.raw`\u{1ffff}`],
])('escapes %s', (_name, text, escaped) => {
  expect(escapeUnprintable(text)).toBe(escaped)
})

test('keeps letters of any script, emoji and line ends', () => {
  expect(escapeUnprintable('Größe 植物 🧑‍🌾\r\nב\n')).toBe('Größe 植物 🧑‍🌾\nב\n')
})

test('escapes every text of a report, and changes nothing else', () => {
  const [engine] = conformant.engines
  const hostile = { ...conformant, target: { baseUrl: 'http://\u001b[2J' }, reasons: ['\u0007', 'sound'] }
  expect(escapeReport(hostile)).toEqual({
    ...conformant,
    target: { baseUrl: String.raw`http://\x1b[2J` },
    reasons: [String.raw`\x07`, 'sound'],
  })
  expect(escapeReport(conformant).engines[0]).toEqual(engine)
})
