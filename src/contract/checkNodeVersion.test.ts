import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { checkNodeVersion } from './checkNodeVersion.ts'

test('explains in one line that a Node.js version is too old', () => {
  expect(checkNodeVersion('20.20.2')).toBe('plant-store-kit needs Node.js 22.18 or later; this is 20.20.2')
})

test('accepts Node.js versions that package.json allows', () => {
  const [, oldest = ''] = /^>=(\d+\.\d+)$/.exec(manifest.engines.node) ?? []
  for (const version of [`${oldest}.0`, '22.20.0', '24.0.0', '100.1.0-nightly'])
    expect(checkNodeVersion(version)).toBeUndefined()
})
