import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countPower } from './power.ts'
import { corpus, generated, isWrong, prove } from './prove.ts'

test('counts the servers that an engine reports', async () => {
  const chosen = corpus.filter(({ id }) => ['name-number', 'charset-utf-8'].includes(id))
  const proofs = await prove(chosen, { engines: ['probes'] })
  expect(proofs.map(isWrong)).toEqual([false, false])
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
