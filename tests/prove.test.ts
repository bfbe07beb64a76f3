import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generated } from '../bench/proof.ts'

test('docs/quality.md counts the generated servers', () => {
  const faults = generated.filter((each) => 'check' in each).length
  const valid = generated.length - faults
  expect(readFileSync('docs/quality.md', 'utf8').replaceAll('\n', ' ')).toContain(
    `${faults} of ${faults} such faults, and 0 of ${valid} valid servers`,
  )
})
