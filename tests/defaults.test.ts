import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verifyDefaults } from '../src/judge/verifyOptions.ts'
import { mockDefaults } from '../src/mock/mockOptions.ts'

test.each([
  ['src/judge/verifyOptions.ts', verifyDefaults],
  ['src/mock/mockOptions.ts', mockDefaults],
])('the documentation of the options in %s has their defaults', (file, defaults) => {
  const text = readFileSync(file, 'utf8')
  for (const [name, value] of Object.entries(defaults)) {
    const [, documented = ''] = new RegExp(`Default:? (.*) \\*/\\n  ${name}\\?:`).exec(text) ?? []
    const shown = typeof value === 'number' && value >= 10_000 ? value.toLocaleString('en') : String(value)
    expect(documented.replaceAll('`', ''), name).toMatch(new RegExp(`^${shown.replace(/[*.]/g, '\\$&')}\\.`))
  }
})
