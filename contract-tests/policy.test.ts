import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readContract } from '../src/contract/readContract.ts'
import { createChecks } from './checks/index.ts'
import { faultyServers, variations } from './implementations/index.ts'

const policyFile = new URL('policy.md', import.meta.url)
const checks = createChecks(readContract())
const policy = readRows()
const codes = policy.map(([code]) => code)
const faultCodes = codes.filter((code) => !/^[VC]\d/.test(code))
const byChecks = new Set(checks.flatMap(({ rows }) => rows))
// Every check has a faulty server: `checks.test.ts`.
const byServers = new Set([...checks, ...faultyServers, ...variations].flatMap(({ rows }) => rows))

test('the policy has each code once', () => {
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
  expect(codes.length).toBeGreaterThan(300)
})

test('every code that a check or a server names is in the policy', () => {
  const named = [...byChecks, ...byServers]
  expect(named.filter((code) => !codes.includes(code))).toEqual([])
})

test('every fault of the policy has a check or links to a reason in docs/not-checked.md, and not both', () => {
  const reason = /No check: \[.+\]\(\.\.\/docs\/not-checked\.md#.+\)$/
  const withReason = policy.filter(([, , , basis]) => reason.test(basis)).map(([code]) => code)
  expect(faultCodes.filter((code) => !byChecks.has(code) && !withReason.includes(code))).toEqual([])
  expect(withReason.filter((code) => byChecks.has(code))).toEqual([])
})

test('every further decision names rows of the policy, and is shown by a server', () => {
  const [, table = ''] = readFileSync(policyFile, 'utf8').split('### Further decisions')
  const decisions = table.split('\n').filter((line) => /^\| (?!question|---)/.test(line))
  const named = decisions.map((line) => line.split('|').at(3)?.trim().split(', ') ?? [])
  expect(decisions.length).toBeGreaterThan(15)
  expect(named.flat().filter((code) => !codes.includes(code))).toEqual([])
  expect(named.filter((rows) => !rows.some((code) => byServers.has(code)))).toEqual([])
})

test('the level of every check fits the faults that it covers', () => {
  const wrong = checks.flatMap(({ id, level, rows }) =>
    rows.filter((code) => !isAllowed(code, level)).map((code) => `${id}: ${code} is not ${level}`),
  )
  expect(wrong).toEqual([])
  expect(checks.filter(({ rows }) => rows.length === 0)).toEqual([])
})

test('every valid variation of the policy has a server or says why not', () => {
  const shown = new Set(variations.flatMap(({ rows }) => rows))
  const without = policy.filter(([code]) => /^V\d/.test(code) && !shown.has(code))
  expect(without.filter(([, , basis]) => !basis.includes('No server: ')).map(([code]) => code)).toEqual([])
})

/** Whether the policy lists a fault with this level. Variations and decisions have no level of their own. */
function isAllowed(code: string, level: string): boolean {
  const levels = policy.find(([each]) => each === code)?.[1].split(' or ')
  return /^[VC]\d/.test(code) || levels?.includes(level) === true
}

/** The first four cells of each table row of the policy that starts with a code. */
function readRows(): [code: string, second: string, third: string, fourth: string][] {
  const lines = readFileSync(policyFile, 'utf8').split('\n')
  const rows = lines.filter((line) => /^\| [A-Z]{1,2}\d{2} \|/.test(line))
  return rows.map((line) => {
    const [, code = '', second = '', third = '', fourth = ''] = line.split('|').map((cell) => cell.trim())
    return [code, second, third, fourth]
  })
}
