import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CELL } from './power.ts'
import { powerPage, readPower } from './powerFile.ts'
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

test.each(['kit', 'Prism alone', 'Dredd alone'])(
  'the README has the rates of docs/power.md: %s',
  (engine) => {
    const [must, , alarms] = rates(page, engine)
    expect(rates(readFileSync('README.md', 'utf8'), engine)).toEqual([must, alarms])
  },
)

test('an unmeasured, a removed and a changed server are found by their ids', () => {
  const [first, second, ...others] = power.faults
  if (!first || !second) throw new Error('docs/power.md has no faults')
  const changed = { ...second, check: 'another-check' }
  const removed = { ...first, id: 'removed' }
  const result = matchCorpus({ faults: [removed, changed, ...others], variations: power.variations })
  expect(result.unmeasured).toEqual([first.id, second.id])
  expect(result.power.faults).toEqual(others)
})

/** Rates such as "244 of 244" in the first table row that names an engine in its first cell. */
function rates(text: string, engine: string): string[] {
  const rows = text.split('\n').filter((line) => line.startsWith('|') && / of \d/.test(line))
  const row = rows.find((line) => line.split('|')[1]?.includes(engine))
  return [...(row ?? '').matchAll(/\d+ of \d+/g)].map(([rate]) => rate)
}
