import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadBuiltIn } from '../../src/mock/loadMock.ts'
import { readPower } from '../../src/prove/power.ts'
import { countExceptions, instrument, type Mutant, readExceptions } from './instrument.ts'
import { mutantServers, toUsers } from './mutantServers.ts'
import { countFates, runMutants } from './runMutants.ts'

/** `npm run mutants` runs all mutants. These tests run those of the first commented statement, and a regular sample of the others. */
const EVERY = 45

const users = toUsers((await loadBuiltIn()).fixtures.users)
const instrumented = await Promise.all(mutantServers.map(instrument))

for (const each of instrumented)
  test.concurrent(`a sample of the mutants of ${each.server.id} is killed or has a reason`, {
    timeout: 180_000,
  }, async () => {
    const statement = each.exceptions.find(({ from, to }) => to - from < 20)
    const judged = await runMutants(each, users, {
      choose: ({ exception }, index) =>
        index % EVERY === 0 || (exception && exception === statement) === true,
    })
    const missed = judged.filter(({ killed, mutant }) => !killed && !mutant.exception)
    expect(missed).toEqual([])
    expect(judged.map(({ killed }) => killed)).toContain(true)
    const whole = judged.filter(({ mutant }) => mutant.exception === statement)
    expect(countFates(whole)).toMatchObject({ survived: 0, 'false kills': 0 })
    expect(countFates(whole).equivalent).toBeGreaterThan(0)
  })

test('as many mutants of a statement may survive as the comments above it say', () => {
  const [exception] = readExceptions(
    'f.ts',
    '// 2 equivalent mutants: free\n// 1 mutant not checked: Time\nf()\n',
  )
  const mutant: Mutant = {
    number: '1',
    file: 'f.ts',
    line: 3,
    mutator: '',
    original: '',
    replacement: '',
    exception,
  }
  const count = (killed: number, survivors: number) =>
    countFates(
      Array.from({ length: killed + survivors }, (_, index) => ({
        mutant,
        killed: index < killed,
        outcome: 'nothing',
        checks: [],
        reached: [],
      })),
    )
  expect(count(1, 3)).toMatchObject({
    killed: 1,
    equivalent: 2,
    'not checked': 1,
    survived: 0,
    'false kills': 0,
  })
  expect(count(0, 4)).toMatchObject({ killed: 0, equivalent: 2, 'not checked': 1, survived: 1 })
  expect(count(3, 1)).toMatchObject({ killed: 2, equivalent: 1, 'not checked': 0, 'false kills': 1 })
})

test('a comment is about the statement below it, with its closing brackets', () => {
  const content = [
    '// 1 equivalent mutant: a',
    'function f(',
    '  x,',
    ') {',
    '',
    '  g()',
    '}',
    '',
    'g()',
  ].join('\n')
  expect(readExceptions('f.ts', content)).toMatchObject([
    { from: 2, to: 8, comments: [{ count: 1, why: 'a' }] },
  ])
})

test('no comment excuses more mutants than its statement has', () => {
  const wrong = instrumented.flatMap(({ exceptions, mutants }) =>
    exceptions.filter(
      (exception) =>
        mutants.filter((mutant) => mutant.exception === exception).length <
        countExceptions(exception, 'equivalent') + countExceptions(exception, 'not checked'),
    ),
  )
  expect(wrong).toEqual([])
})

test('docs/verdicts.md has every heading that a comment names', () => {
  const page = readFileSync('docs/verdicts.md', 'utf8')
  for (const { comments } of instrumented.flatMap(({ exceptions }) => exceptions))
    for (const { kind, why } of comments) if (kind === 'not checked') expect(page).toContain(`\n### ${why}\n`)
})

test('contract-tests/power.json has the mutants of every server as they are now', () => {
  const rows = readPower().mutants
  expect(rows.map(({ id }) => id)).toEqual(mutantServers.map(({ id }) => id))
  for (const [index, { server, mutants, exceptions }] of instrumented.entries()) {
    const row = rows[index]
    const count = (kind: 'equivalent' | 'not checked'): number =>
      exceptions.reduce((sum, exception) => sum + countExceptions(exception, kind), 0)
    expect(row, `npm run mutants -- ${server.id}`).toMatchObject({
      title: server.title,
      mutants: mutants.length,
      equivalent: count('equivalent'),
      'not checked': count('not checked'),
      'false kills': 0,
    })
    const faults = mutants.length - count('equivalent') - count('not checked')
    expect(Number(row?.killed) + Number(row?.survived)).toBe(faults)
  }
})
