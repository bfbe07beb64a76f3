import { expect, test } from 'vitest'
import { firstPlants, plantList } from './plantList.ts'

const UTF8 = new TextEncoder()
const plants = Array.from({ length: 500 }, (_, index) => ({ name: `Mentha × piperita ${index}` }))
const list = plantList(plants.map((plant) => UTF8.encode(JSON.stringify(plant))))

test.each([0, 1, 2, 9, 10, 11, 499, 500, 501, Number.POSITIVE_INFINITY])(
  'the first %d plants are a JSON array of that many',
  (most) => {
    expect(new TextDecoder().decode(firstPlants(list, most))).toBe(JSON.stringify(plants.slice(0, most)))
  },
)

test('an answer stays as it is while others are made', () => {
  const first = firstPlants(list, 3)
  const before = [...first]
  for (let most = 0; most < 500; most++) firstPlants(list, most)
  expect([...first]).toEqual(before)
})

test('no plants are an empty array whatever the limit', () => {
  const none = plantList([])
  for (const most of [0, 1, Number.POSITIVE_INFINITY])
    expect(new TextDecoder().decode(firstPlants(none, most))).toBe('[]')
})
