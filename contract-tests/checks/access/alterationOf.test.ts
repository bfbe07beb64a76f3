import { expect, test } from 'vitest'
import { alterationOf } from './alterationOf.ts'

const came = (...names: string[]) => new Map(names.map((name) => [name, 1]))

test('an altered name is found among those that came', () => {
  expect(alterationOf('Käse & <Brot>', came('Aloe', 'Käse &amp; &lt;Brot&gt;'))).toMatch('HTML')
  expect(alterationOf('Käse', came('KÃ¤se'))).toMatch('Latin-1')
  expect(alterationOf('Käse 🌱', came('Käse ??'))).toMatch('replacement')
  expect(alterationOf('Käse', came('Ka\u0308se'))).toMatch('NFD')
})

test('another name is not taken for an altered one', () => {
  expect(alterationOf('Käse', came('Aloe', 'Kise', 'Kse*'))).toBeUndefined()
  expect(alterationOf('Aloe?', came('Aloe', 'Aloes'))).toBeUndefined()
})
