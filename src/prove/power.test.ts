import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CELL } from './power.ts'
import { powerPage, readPower } from './powerFile.ts'
import { withRates } from './readme.ts'
import { matchCorpus } from './refreshPower.ts'

const page = readFileSync('docs/power.md', 'utf8')
const power = readPower()

test('docs/power.md has a result for every server of the corpus', () => {
  const { unmeasured } = matchCorpus(power)
  expect(unmeasured, `npm run power -- ${unmeasured.join(' ')}`).toEqual([])
})

test('docs/power.md has the titles, checks, levels, order and rates of its rows', () => {
  expect(page, 'npm run update').toBe(powerPage(matchCorpus(power).power))
})

test('docs/power.md records that the kit reports every fault and has no false alarm', () => {
  expect(power.faults.filter(({ kit }) => kit !== CELL.reported)).toEqual([])
  expect(power.variations.filter(({ kit }) => kit !== CELL.passed && kit !== CELL.incomplete)).toEqual([])
})

test('the README has the rates of docs/power.md', () => {
  const readme = readFileSync('README.md', 'utf8')
  expect(readme, 'npm run update').toBe(withRates(readme, power))
})

test('a row that changes its result changes the rates', () => {
  const [first, ...others] = power.faults
  if (!first) throw new Error('docs/power.md has no faults')
  const missed = { ...power, faults: [{ ...first, kit: CELL.missed }, ...others] }
  const must = power.faults.filter(({ level }) => level === 'MUST').length
  expect(
    withRates(
      '| the kit | 1 of 2 | 3 of 4 |\n| Prism alone | 1 of 2 | 3 of 4 |\n| Dredd alone | 1 of 2 | 3 of 4 |',
      missed,
    ),
  ).toContain(`| the kit | ${must - 1} of ${must} | 0 of ${power.variations.length} |`)
})

test('an unmeasured, a removed and a changed server are found by their ids', () => {
  const [first, second, ...others] = power.faults
  if (!first || !second) throw new Error('docs/power.md has no faults')
  const changed = { ...second, check: 'another-check' }
  const removed = { ...first, id: 'removed' }
  const result = matchCorpus({ faults: [removed, changed, ...others], variations: power.variations })
  expect(result.unmeasured).toEqual([first.id, second.id])
  expect(result.power.faults).toEqual(others)
})
