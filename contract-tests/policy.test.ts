import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readContract } from '../src/contract/readContract.ts'
import { createChecks } from './checks/index.ts'

const checks = createChecks(readContract())

/** How many rows the policy has of each kind. */
const POLICY = {
  OP: 11,
  AU: 25,
  BD: 19,
  ER: 13,
  LM: 17,
  JS: 13,
  HD: 18,
  FR: 12,
  ME: 12,
  CA: 10,
  SE: 16,
  RB: 6,
}
const rows = Object.entries(POLICY).flatMap(([kind, count]) =>
  Array.from({ length: count }, (_, index) => `${kind}${String(index + 1).padStart(2, '0')}`),
)
const checked = new Set(checks.flatMap((check) => check.rows))
const text = readFileSync(new URL('../docs/not-checked.md', import.meta.url), 'utf8')
const notChecked = new Set([...text.matchAll(/^\| ([A-Z]{2}\d{2}) \|/gm)].map(([, row = '']) => row))

test('every row of the policy has a check, or a reason why it has none', () => {
  expect(rows).toHaveLength(172)
  expect(rows.filter((row) => !checked.has(row) && !notChecked.has(row))).toEqual([])
})

test('no row has a check and a reason why it has none', () => {
  expect(rows.filter((row) => checked.has(row) && notChecked.has(row))).toEqual([])
})

test('every row that is named is one of the policy', () => {
  const ofFaults = [...checked, ...notChecked].filter((row) => !/^[VC]\d{2}$/.test(row))
  expect(ofFaults.filter((row) => !rows.includes(row))).toEqual([])
})
