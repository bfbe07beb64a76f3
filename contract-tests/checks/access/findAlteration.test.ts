import { expect, test } from 'vitest'
import { findAlteration } from './findAlteration.ts'

const returned = (...names: string[]) => new Map(names.map((name) => [name, 1]))

test('finds an altered name among the returned ones', () => {
  expect(findAlteration('Käse & <Brot>', returned('Aloe', 'Käse &amp; &lt;Brot&gt;'))).toMatch('HTML')
  expect(findAlteration('Käse', returned('KÃ¤se'))).toMatch('Latin-1')
  expect(findAlteration('Käse 🌱', returned('Käse ??'))).toMatch('replacement')
  expect(findAlteration('Käse', returned('Ka\u0308se'))).toMatch('NFD')
})

test('does not take another name for an altered one', () => {
  expect(findAlteration('Käse', returned('Aloe', 'Kise', 'Kse*'))).toBeUndefined()
  expect(findAlteration('Aloe?', returned('Aloe', 'Aloes'))).toBeUndefined()
})
