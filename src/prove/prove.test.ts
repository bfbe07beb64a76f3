import { expect, test } from 'vitest'
import { engineNames } from '../engines/engines.ts'
import { formatRates, toResults } from './power.ts'
import { corpus, isWrong, prove } from './prove.ts'

test('all engines report a chosen set of faults and pass a chosen set of valid servers', {
  timeout: 120_000,
}, async () => {
  const faulty = ['name-missing', 'error-string-code', 'type-html', 'tag-number']
  const valid = ['charset-utf-8', 'no-tags', 'extra-members']
  const proofs = await prove(corpus.filter(({ id }) => [...faulty, ...valid].includes(id)))
  expect(proofs.length).toBe(faulty.length + valid.length)
  for (const proof of proofs) {
    const { engines, verdict } = proof.report
    expect(engines.map(({ name, status }) => [name, status])).toEqual(
      engineNames.map((name) => [name, 'completed']),
    )
    const isFaulty = 'check' in proof.server
    expect([proof.server.id, verdict]).toEqual([proof.server.id, isFaulty ? 'violations' : 'conformant'])
    expect(isWrong(proof)).toBe(false)
    for (const { name, claims } of engines) expect([name, claims > 0]).toEqual([name, isFaulty])
  }
  const power = { results: toResults(proofs), mutants: [] }
  expect(formatRates(power)).toContain('| kit | 4 of 4 (100 %) | none | 0 of 3 (0 %) |')
})
