import { expect, test } from 'vitest'
import { conformant } from '../sampleReports.test-data.ts'
import { visible, visibleReport } from './visible.ts'

test.each([
  ['a colour', '\u001b[31mred', String.raw`\x1b[31mred`],
  ['a terminal command in one character', '\u009b2J', String.raw`\x9b2J`],
  ['a return to the start of the line', 'FAIL\rPASS', String.raw`FAIL\rPASS`],
  ['a tab and a backspace', 'a\tb\b', String.raw`a\tb\x08`],
  ['a right-to-left override', 'user\u202eresu', String.raw`user\u202eresu`],
  ['a line separator', 'a\u2028b', String.raw`a\u2028b`],
  ['a byte order mark', '\ufeff[]', String.raw`\ufeff[]`],
  ['half of a surrogate pair', 'a\ud83db', String.raw`a\ud83db`],
  ['a noncharacter', '\u{1ffff}', String.raw`\u{1ffff}`],
])('%s is made visible', (_name, text, shown) => {
  expect(visible(text)).toBe(shown)
})

test('letters of any script, emoji and line ends stay as they are', () => {
  expect(visible('Größe 植物 🧑‍🌾\r\nב\n')).toBe('Größe 植物 🧑‍🌾\nב\n')
})

test('every text of a report is made visible, and nothing else is changed', () => {
  const [engine] = conformant.engines
  const hostile = { ...conformant, target: { baseUrl: 'http://\u001b[2J' }, reasons: ['\u0007', 'sound'] }
  expect(visibleReport(hostile)).toEqual({
    ...conformant,
    target: { baseUrl: String.raw`http://\x1b[2J` },
    reasons: [String.raw`\x07`, 'sound'],
  })
  expect(visibleReport(conformant).engines[0]).toEqual(engine)
})
