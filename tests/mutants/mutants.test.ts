import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readResults } from '../../bench/results.ts'
import { loadBuiltIn } from '../../src/mock/loadMock.ts'
import { countExceptions, instrument } from './instrument.ts'
import { mutantServers, toUsers } from './mutantServers.ts'
import { countFates, runMutants } from './runMutants.ts'

/** `npm run mutants` runs all mutants. These tests run a sample, and all mutants of the first short statement with a comment. */
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

test('no comment excuses more mutants than there are in its statement', () => {
  const wrong = instrumented.flatMap(({ exceptions, mutants }) =>
    exceptions.filter(
      (exception) =>
        mutants.filter((mutant) => mutant.exception === exception).length <
        countExceptions(exception, 'equivalent') + countExceptions(exception, 'not checked'),
    ),
  )
  expect(wrong).toEqual([])
})

test('the table in docs/verdicts.md has every subject that a comment names', () => {
  const page = readFileSync('docs/verdicts.md', 'utf8')
  for (const { comments } of instrumented.flatMap(({ exceptions }) => exceptions))
    for (const { kind, why } of comments) if (kind === 'not checked') expect(page).toContain(`\n| ${why} | `)
})

test('bench/results.json lists the current mutants of every server', () => {
  const [, ...rows] = readResults().mutants.tables[0] ?? []
  const expected = instrumented.map(({ server, mutants, exceptions }) => {
    const count = (kind: 'equivalent' | 'not checked'): number =>
      exceptions.reduce((sum, exception) => sum + countExceptions(exception, kind), 0)
    const faults = mutants.length - count('equivalent') - count('not checked')
    return [
      `\`${server.id}\``,
      server.title,
      mutants.length,
      count('equivalent'),
      count('not checked'),
      faults,
    ]
  })
  expect(
    // If this test fails, run `npm run mutants -- <server>`.
    rows.map(([id, title, all, killed, equivalent, unchecked, survived]) => {
      return [id, title, all, equivalent, unchecked, Number(killed) + Number(survived)]
    }),
  ).toEqual(expected)
})
