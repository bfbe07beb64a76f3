import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createChecks } from '../../contract-tests/checks/index.ts'
import { faultyServers, variations } from '../../contract-tests/implementations/index.ts'
import { readContract } from '../contract/readContract.ts'
import { powerTable } from './powerTable.ts'
import { blame, isSeen, levelOf, prove } from './prove.ts'

const checks = createChecks(readContract())

const power = readFileSync('docs/power.md', 'utf8').split('\n')

test('three engines judge a chosen set: all see the faults in it and none blames a valid server', {
  timeout: 120_000,
}, async () => {
  const seen = ['name-missing', 'error-string-code', 'type-html', 'tag-number']
  const clean = ['charset-utf-8', 'no-tags', 'extra-members']
  const proofs = await prove({ only: [...seen, ...clean] })
  expect(proofs.length).toBe(seen.length + clean.length)
  for (const proof of proofs) {
    const { engines, verdict } = proof.report
    expect(engines.map(({ name, status }) => [name, status])).toEqual([
      ['probes', 'completed'],
      ['prism', 'completed'],
      ['dredd', 'completed'],
    ])
    expect([proof.fault?.id ?? proof.variation?.id, verdict]).toEqual([
      proof.fault?.id ?? proof.variation?.id,
      proof.fault ? 'violations' : 'conformant',
    ])
    if (proof.fault) expect(isSeen(proof)).toBe(true)
    else expect(blame(proof)).toEqual([])
    for (const { name, claims } of engines)
      expect([name, claims > 0]).toEqual([name, proof.fault !== undefined])
  }
  expect(powerTable(proofs)).toContain('| kit | 4 of 4 (100 %) | none there | 0 of 3 (0 %) |')
})

test('docs/power.md has every implementation as it is now', () => {
  const level = (id: string) => checks.find((check) => check.id === id)?.level
  for (const fault of faultyServers) {
    expect(level(fault.check)).toBe(levelOf(fault))
    const row = `| \`${fault.id}\` | ${fault.title.replaceAll('|', '\\|')} | \`${fault.check}\` | ${levelOf(fault)} | seen |`
    expect(power.some((line) => line.startsWith(row)) ? '' : `${row} is missing: npm run power`).toBe('')
  }
  for (const { id, title, incomplete } of variations) {
    const row = `| \`${id}\` | ${title.replaceAll('|', '\\|')} | ${incomplete ? 'left open' : 'clean'} |`
    expect(power.some((line) => line.startsWith(row)) ? '' : `${row} is missing: npm run power`).toBe('')
  }
  const rows = power.filter((line) => line.startsWith('| `'))
  expect(rows.length).toBe(faultyServers.length + variations.length)
})
