import { expect, test } from 'vitest'
import { engineNames } from '../engines/engines.ts'
import { createPowerRows } from './createPowerRows.ts'
import { formatPower } from './formatPower.ts'
import { hasDetected, listFalseAlarms, prove } from './prove.ts'

test('all engines report a chosen set of faults and pass a chosen set of valid servers', {
  timeout: 120_000,
}, async () => {
  const faulty = ['name-missing', 'error-string-code', 'type-html', 'tag-number']
  const valid = ['charset-utf-8', 'no-tags', 'extra-members']
  const proofs = await prove({ only: [...faulty, ...valid] })
  expect(proofs.length).toBe(faulty.length + valid.length)
  for (const proof of proofs) {
    const { engines, verdict } = proof.report
    expect(engines.map(({ name, status }) => [name, status])).toEqual(
      engineNames.map((name) => [name, 'completed']),
    )
    const id = proof.fault?.id ?? proof.variation?.id
    expect([id, verdict]).toEqual([id, proof.fault ? 'violations' : 'conformant'])
    if (proof.fault) expect(hasDetected(proof)).toBe(true)
    else expect(listFalseAlarms(proof)).toEqual([])
    for (const { name, claims } of engines)
      expect([name, claims > 0]).toEqual([name, proof.fault !== undefined])
  }
  expect(formatPower(createPowerRows(proofs))).toContain('| kit | 4 of 4 (100 %) | none | 0 of 3 (0 %) |')
})
