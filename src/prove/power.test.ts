import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatRates, listUnmeasured, readPower } from './power.ts'
import { corpus, generated } from './prove.ts'

const power = readPower()

// Ids are permanent. If the id of a check or a server changes, this test fails, and the diff of contract-tests/power.json shows the change.
test('there is a result for every server of the corpus', () => {
  const unmeasured = listUnmeasured(power)
  expect(unmeasured, `npm run power -- ${unmeasured.join(' ')}`).toEqual([])
})

test('the kit reports every fault and has no false alarm', () => {
  const isReported = (id: string): boolean => power.results[id]?.split(' ').includes('kit') === true
  expect(corpus.filter((each) => isReported(each.id) !== 'check' in each)).toEqual([])
})

test('docs/quality.md counts the generated servers', () => {
  const faults = generated.filter((each) => 'check' in each).length
  const valid = generated.length - faults
  expect(readFileSync('docs/quality.md', 'utf8').replaceAll('\n', ' ')).toContain(
    `${faults} of ${faults} such faults, and 0 of ${valid} valid servers`,
  )
})

test('a result that changes, changes the rates, and a new server is not measured', () => {
  const [first] = corpus
  if (!first) throw new Error('the corpus is empty')
  const missed = { ...power, results: { ...power.results, [first.id]: '' } }
  const [, reported, total] = /\| kit \| (\d+) of (\d+)/.exec(formatRates(missed)) ?? []
  expect(Number(reported)).toBe(Number(total) - 1)
  const { [first.id]: _, ...others } = power.results
  expect(listUnmeasured({ ...power, results: others })).toEqual([first.id])
})
