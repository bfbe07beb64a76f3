import { expect, test } from 'vitest'
import { engineNames } from '../engines/engines.ts'
import { formatRates, toResults } from './power.ts'
import { corpus, isWrong, prove } from './prove.ts'

test('all engines report a fault and pass a valid server', async () => {
  const proofs = await prove(corpus.filter(({ id }) => ['name-number', 'charset-utf-8'].includes(id)))
  expect(proofs.length).toBe(2)
  for (const proof of proofs) {
    const { engines, verdict } = proof.report
    expect(engines.map(({ name, status }) => [name, status])).toEqual(
      engineNames.map((name) => [name, 'completed']),
    )
    const isFaulty = 'check' in proof.server
    expect([proof.server.id, verdict]).toEqual([proof.server.id, isFaulty ? 'violations' : 'conformant'])
    expect(isWrong(proof)).toBe(false)
    for (const { name, claims } of engines) expect([name, claims > 0]).toEqual([name, isFaulty])
    const found = proof.report.findings.find(({ check }) => check === 'plant-name-string')
    expect(found).toMatchObject({ verdict: isFaulty ? 'fail' : 'pass', engines: engineNames })
  }
  const power = { results: toResults(proofs), mutants: [] }
  expect(formatRates(power)).toContain('| kit | 1 of 1 (100 %) | none | 0 of 1 (0 %) |')
})
