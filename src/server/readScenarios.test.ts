import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readContract } from '../contract/readContract.ts'
import { readScenarios } from './readScenarios.ts'

const contract = readContract()

function read(text: string, name = 'mine.yaml') {
  const folder = mkdtempSync(join(tmpdir(), 'scenarios-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'scenarios'))
  writeFileSync(join(folder, 'scenarios', name), text)
  return readScenarios(folder, contract)
}

test('a scenario is read with all that it does', () => {
  const text = `title: Slow and few
verdict: incomplete
plants: [{ name: Fern }]
delayDistribution: { type: lognormal, median: 90, sigma: 0.4, maxValue: 800 }
fault: TRUNCATED_BODY
rate: 0.5
`
  expect(read(text)).toEqual([
    {
      name: 'mine',
      title: 'Slow and few',
      verdict: 'incomplete',
      plants: [{ name: 'Fern' }],
      effects: {
        delayDistribution: { type: 'lognormal', median: 90, sigma: 0.4, maxValue: 800 },
        fault: 'TRUNCATED_BODY',
        rate: 0.5,
      },
    },
  ])
})

test('a folder without scenarios has none', () => {
  expect(readScenarios(tmpdir(), contract)).toEqual([])
})

test.each([
  ['plants: []', 'a title'],
  ['title: 5', 'a title'],
  ['- a', 'a map with a title'],
  ['title: a\nplants: [{ nam: Fern }]', 'mine.yaml:2: wrong plants/0'],
  ['title: a\nplants:\n  - { name: Fern }\n  - { name: 5 }', 'mine.yaml:4: wrong plants/1/name'],
  ['title: a\nplants: []\ngenerate: { count: 5 }', 'got both'],
  ['title: a\ngenerate: { count: -1 }', 'mine.yaml:2: expected a number'],
  ['title: a\ngenerate: { count: 5, color: red }', '"color"'],
  ['title: a\n\ncode: 42', 'mine.yaml:3: expected code'],
  ['title: a\ncolour: red', 'expected colour to be absent, or one of'],
  ['title: a\nfault: BANG', 'EMPTY_RESPONSE'],
  ['title: a\nverdict: fine', 'conformant, incomplete'],
  ['title: [', 'not YAML'],
])('the scenario %j is refused with its place', (text, words) => {
  expect(() => read(text)).toThrow(words)
})

test('a file that could not be named on a command line is refused', () => {
  expect(() => read('title: a', 'Two Words.yaml')).toThrow('small letters, digits and hyphens')
})
