import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readContract } from '../src/contract/readContract.ts'
import { createChecks } from './checks/index.ts'
import { faultyServers, variations } from './implementations/index.ts'

const policyFile = new URL('policy.md', import.meta.url)
const levels = new Map(createChecks(readContract()).map(({ id, level }) => [id, level]))
const policy = readRows()
const codes = policy.map(({ code }) => code)
// A row with checks needs no server of its own here, because checks.test.ts requires a faulty server for every check.
const shown = new Set([
  ...policy.filter(({ checks }) => checks.length > 0).map(({ code }) => code),
  ...[...faultyServers, ...variations].flatMap(({ rows }) => rows),
])

test('each code occurs once in the policy', () => {
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
  expect(codes.length).toBeGreaterThan(300)
})

test('every code that a server names is in the policy', () => {
  expect([...shown].filter((code) => !codes.includes(code))).toEqual([])
})

test('all reports that the policy names belong to existing servers', () => {
  const [, table = ''] = readFileSync(policyFile, 'utf8').split(/^## Reports$|^## Decisions$/m)
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const ids = new Set([...faultyServers, ...variations].map(({ id }) => id))
  const reported = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, id = '']) => id))
  expect(reported.filter((id, index) => !ids.has(id) || reported.indexOf(id) !== index)).toEqual([])
  expect(reported.length).toBeGreaterThan(40)
  expect(rows.filter((row) => !/ [\w.-]+\/[\w.-]+#\d+ \|$/.test(row))).toEqual([])
})

test('every check has a row in the policy, and every check of a row exists', () => {
  const named = policy.flatMap(({ checks }) => checks)
  expect([...levels.keys()].filter((id) => !named.includes(id))).toEqual([])
  expect(named.filter((id) => !levels.has(id))).toEqual([])
})

test('every fault in the policy has either a check or a link to a reason in docs/verdicts.md', () => {
  const reason = /No check: \[.+\]\(\.\.\/docs\/verdicts\.md#.+\) \|$/
  const wrong = policy.filter(
    ({ code, checks, line }) => !/^[VC]\d/.test(code) && checks.length > 0 === reason.test(line),
  )
  expect(wrong).toEqual([])
  expect(policy.filter(({ checks, line }) => checks.length > 0 && reason.test(line))).toEqual([])
})

test('every further decision names rows of the policy, and there is a server as an example', () => {
  const [, table = ''] = readFileSync(policyFile, 'utf8').split('### Further decisions')
  const decisions = table.split('\n').filter((line) => /^\| (?!question|---)/.test(line))
  const named = decisions.map((line) => line.split('|').at(3)?.trim().split(', ') ?? [])
  expect(decisions.length).toBeGreaterThan(15)
  expect(named.flat().filter((code) => !codes.includes(code))).toEqual([])
  expect(named.filter((rows) => !rows.some((code) => shown.has(code)))).toEqual([])
})

test('the level of every check matches the levels of its faults', () => {
  // Variations (V) and decisions (C) have no level.
  const faults = policy.filter(({ code }) => !/^[VC]\d/.test(code))
  const wrong = faults.flatMap(({ code, level, checks }) =>
    checks
      .filter((id) => !level.split(' or ').includes(levels.get(id) ?? ''))
      .map((id) => `${id}: ${code} is not ${levels.get(id)}`),
  )
  expect(wrong).toEqual([])
})

test('every faulty server is an example of a fault of its level', () => {
  const isExample = (check: string, rows: readonly string[]): boolean =>
    policy.some(
      ({ code, level, checks }) =>
        (checks.includes(check) || rows.includes(code)) &&
        (/^[VC]\d/.test(code) || level.split(' or ').includes(levels.get(check) ?? '')),
    )
  expect(faultyServers.filter(({ check, rows }) => !isExample(check, rows)).map(({ id }) => id)).toEqual([])
})

test('every valid variation in the policy has a server, or a reason why there is no server', () => {
  const servers = new Set(variations.flatMap(({ rows }) => rows))
  const without = policy.filter(({ code }) => /^V\d/.test(code) && !servers.has(code))
  expect(without.filter(({ line }) => !line.includes('No server: ')).map(({ code }) => code)).toEqual([])
})

/** Reads the policy's table rows that start with a code. A row ends with the ids of the checks that cover it, if any. */
function readRows(): { code: string; level: string; checks: string[]; line: string }[] {
  const lines = readFileSync(policyFile, 'utf8').split('\n')
  return lines
    .filter((line) => /^\| [A-Z]{1,2}\d{2} \|/.test(line))
    .map((line) => {
      const [, code = '', level = ''] = line.split('|').map((cell) => cell.trim())
      const [, ids = ''] = /Check: (.+)\|$/.exec(line) ?? []
      return { code, level, checks: [...ids.matchAll(/`([^`]+)`/g)].map(([, id = '']) => id), line }
    })
}
