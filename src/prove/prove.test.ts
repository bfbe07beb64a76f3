import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { engineNames } from '../engines/engines.ts'
import { countPower } from './power.ts'
import { corpus, generated, isWrong, prove } from './prove.ts'

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
  const [, row] = countPower(proofs)
  expect(row).toEqual(['kit', '1 of 1', '0 of 0', '0 of 1'])
})

test('docs/quality.md counts the generated servers', () => {
  const faults = generated.filter((each) => 'check' in each).length
  const valid = generated.length - faults
  expect(readFileSync('docs/quality.md', 'utf8').replaceAll('\n', ' ')).toContain(
    `${faults} of ${faults} such faults, and 0 of ${valid} valid servers`,
  )
})
