import { expect, test } from 'vitest'
import { checkPeer } from './checkPeer.ts'

test('a version that is too old is rejected with both versions', () => {
  expect(() => checkPeer('plant-store-kit/vitest', 'vitest', '999.1')).toThrow(
    /^plant-store-kit\/vitest needs vitest 999\.1 or later; this is \d+\.\d+\.\d+/,
  )
})

test.for(['0.1', '3.2'])('the installed version is new enough for %s', (oldest) => {
  expect(() => checkPeer('plant-store-kit/vitest', 'vitest', oldest)).not.toThrow()
})
