import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readContract } from '../../contract/readContract.ts'
import { generatePlants, seededRandom } from './seeded.ts'

test('generated plants are the same bytes in every release', () => {
  const hash = createHash('sha256').update(JSON.stringify(generatePlants({ count: 10_000, seed: 1 })))
  expect(hash.digest('hex')).toBe('c0301caf214363bfb71eda1b633077ea88e11801ac731fd414bdcf15372bec28')
})

test('generated plants conform to the contract, have unique names, and some have no tag', () => {
  const plants = generatePlants({ count: 10_000, seed: 1 })
  expect(readContract().plants.validate(plants)).toEqual([])
  expect(new Set(plants.map(({ name }) => name)).size).toBe(10_000)
  expect(plants.some(({ tag }) => tag === undefined)).toBe(true)
  expect(plants.some(({ tag }) => tag !== undefined)).toBe(true)
})

test('a longer list begins with the shorter one, and another seed generates other plants', () => {
  const plants = generatePlants({ count: 100, seed: 7 })
  expect(generatePlants({ count: 200, seed: 7 }).slice(0, 100)).toEqual(plants)
  expect(generatePlants({ count: 100, seed: 8 })).not.toEqual(plants)
})

test('random numbers are distributed evenly', () => {
  const numbers = Array.from({ length: 10_000 }, (_, index) => seededRandom(1, 'x', index))
  expect(numbers.every((value) => value >= 0 && value < 1)).toBe(true)
  expect(new Set(numbers).size).toBeGreaterThan(9_990)
  for (let tenth = 0; tenth < 10; tenth++) {
    const share = numbers.filter((value) => Math.floor(value * 10) === tenth).length / numbers.length
    expect(share).toBeCloseTo(0.1, 1)
  }
})
