import { expect, test } from 'vitest'
import { encodePlants } from './encodePlants.ts'

test('every start of a list is the JSON of these plants', () => {
  const plants = [
    { name: 'Aloe vera' },
    { name: 'Ñandú 🌱', tags: [] },
    { name: '],"[', tags: [{ name: '\\"' }] },
    { name: '\ud800' },
    { name: '' },
  ]
  const encode = encodePlants(plants)
  const counts = [3, 0, 1, 2, 5, 4, 6, Number.POSITIVE_INFINITY]
  for (const count of counts)
    expect(new TextDecoder().decode(encode(count))).toBe(JSON.stringify(plants.slice(0, count)))
  expect(new TextDecoder().decode(encode(-1))).toBe('[]')
  expect(new TextDecoder().decode(encodePlants([])(0))).toBe('[]')
})
