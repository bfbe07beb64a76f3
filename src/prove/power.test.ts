import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedFaults, generatedVariations } from '../../contract-tests/implementations/generated/index.ts'
import { formatPower } from './formatPower.ts'
import { CELL } from './power.ts'
import { formatPowerPage, readPower } from './powerFile.ts'
import { replaceRates } from './readme.ts'
import { matchCorpus } from './refreshPower.ts'

const page = readFileSync('docs/power.md', 'utf8')
const power = readPower()

// Ids are permanent. A changed id of a check or a server fails here, and shows in the diff of docs/power.md.
test('docs/power.md has a result for every server of the corpus', () => {
  const { unmeasured } = matchCorpus(power)
  expect(unmeasured, `npm run power -- ${unmeasured.join(' ')}`).toEqual([])
})

test('docs/power.md has the titles, checks, levels, order and rates of its rows', () => {
  expect(page, 'npm run update').toBe(formatPowerPage(matchCorpus(power).power))
})

test('docs/power.md records that the kit reports every fault and has no false alarm', () => {
  expect(power.faults.filter(({ kit }) => kit !== CELL.reported)).toEqual([])
  expect(power.variations.filter(({ kit }) => kit !== CELL.passed && kit !== CELL.incomplete)).toEqual([])
})

test('docs/power.md counts the generated servers', () => {
  const [faults, valid] = [generatedFaults.length, generatedVariations.length]
  expect(page).toContain(`${faults} of ${faults} such faults, and 0 of ${valid} valid servers`)
})

test('the README has the rates of docs/power.md', () => {
  const readme = readFileSync('README.md', 'utf8')
  expect(readme, 'npm run update').toBe(replaceRates(readme, power))
})

test('a row that changes its result changes the rates', () => {
  const [first, ...others] = power.faults
  if (!first) throw new Error('docs/power.md has no faults')
  const must = power.faults.filter(({ level }) => level === 'MUST').length
  const half = Math.ceil(power.faults.length / 2)
  const faults = power.faults.map((row, index) => (index < half ? { ...row, kit: CELL.missed } : row))
  const table = '| kit | 1 % | 2 % | 3 % |\n| Prism alone | 1 % | 2 % | – |\n| Dredd alone | 1 % | 2 % | – |'
  const [kit = ''] = replaceRates(table, { ...power, faults }).split('\n')
  expect(kit).toMatch(/^\| kit \| [3-6]\d % \| 0 % \| \d+ % \|$/)
  const missed = { ...power, faults: [{ ...first, kit: CELL.missed }, ...others] }
  expect(formatPower(missed)).toContain(`${must - 1} of ${must} (`)
})

test('an unmeasured, a removed and a changed server are found by their ids', () => {
  const [first, second, ...others] = power.faults
  if (!first || !second) throw new Error('docs/power.md has no faults')
  const changed = { ...second, check: 'another-check' }
  const removed = { ...first, id: 'removed' }
  const result = matchCorpus({ ...power, faults: [removed, changed, ...others] })
  expect(result.unmeasured).toEqual([first.id, second.id])
  expect(result.power.faults).toEqual(others)
})
