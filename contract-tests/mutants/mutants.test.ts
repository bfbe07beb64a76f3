import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadBuiltIn } from '../../src/mock/fixtures/loadBuiltIn.ts'
import { readPower } from '../../src/prove/powerFile.ts'
import { exceptions } from './exceptions/index.ts'
import { findException, isChange } from './findException.ts'
import { instrument } from './instrument.ts'
import { mutantServers, toUsers } from './mutantServers.ts'
import { decideFate, isWrong, runMutants } from './runMutants.ts'

/** `npm run mutants` runs all mutants. These tests run the first equivalent one of each server and every so many of the others. */
const EVERY = 45

const users = toUsers((await loadBuiltIn()).fixtures.users)
const instrumented = await Promise.all(mutantServers.map(instrument))

for (const { server, mutants } of instrumented)
  test.concurrent(`a sample of the mutants of ${server.id} is killed or has a reason`, {
    timeout: 180_000,
  }, async () => {
    const equivalent = mutants.findIndex((mutant) => findException(mutant)?.equivalent !== undefined)
    const judged = await runMutants(server, users, {
      choose: (_mutant, index) => index % EVERY === 0 || index === equivalent,
    })
    expect(judged.filter(isWrong)).toEqual([])
    const fates = judged.map(({ fate }) => fate)
    expect(fates).toContain('killed')
    expect(fates).toContain('equivalent')
  })

test('a mutant that the kit reports is killed, unless it is listed as equivalent', () => {
  const equivalent = { equivalent: 'the text is free', changes: [] }
  const notChecked = { notChecked: 'Expired tokens', changes: [] }
  for (const outcome of ['violations', 'warnings', 'incomplete', 'dead'] as const) {
    expect(decideFate(outcome, undefined)).toBe('killed')
    expect(decideFate(outcome, equivalent)).toBe('false kills')
    expect(decideFate(outcome, notChecked)).toBe('killed')
  }
  for (const outcome of ['noticed', 'nothing'] as const) {
    expect(decideFate(outcome, undefined)).toBe('survived')
    expect(decideFate(outcome, equivalent)).toBe('equivalent')
    expect(decideFate(outcome, notChecked)).toBe('not checked')
  }
})

test('every exception is about a mutant, and only one exception is', () => {
  const mutants = instrumented.flatMap((each) => each.mutants)
  const entries = Object.entries(exceptions).flatMap(([file, list]) =>
    list.flatMap(({ changes }) => changes.map((change) => ({ file, change }))),
  )
  const stale = entries.filter(
    ({ file, change }) => !mutants.some((mutant) => mutant.file === file && isChange(change, mutant)),
  )
  expect(stale).toEqual([])
  const keys = entries.map((entry) => JSON.stringify(entry))
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test('docs/not-checked.md has every heading that an exception names', () => {
  const page = readFileSync('docs/not-checked.md', 'utf8')
  for (const { notChecked } of Object.values(exceptions).flat())
    if (notChecked !== undefined) expect(page).toContain(`\n## ${notChecked}\n`)
})

test('docs/power.md has the mutants of every server as they are now', () => {
  const rows = readPower().mutants
  expect(rows.map(({ id }) => id)).toEqual(mutantServers.map(({ id }) => id))
  for (const [index, { server, mutants }] of instrumented.entries()) {
    const row = rows[index]
    const count = (kind: 'equivalent' | 'notChecked'): number =>
      mutants.filter((mutant) => findException(mutant)?.[kind] !== undefined).length
    expect(row, `npm run mutants -- ${server.id}`).toMatchObject({
      title: server.title,
      mutants: mutants.length,
      equivalent: count('equivalent'),
      'not checked': count('notChecked'),
      'false kills': 0,
    })
    const faults = mutants.length - count('equivalent') - count('notChecked')
    expect(Number(row?.killed) + Number(row?.survived)).toBe(faults)
  }
})
