import { chmodSync, lstatSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createFolder } from '../tests/folder.testing.ts'
import { findCacheFolder } from './findCacheFolder.ts'

test.runIf(process.getuid)('the cache is only in a folder to which no other user can write', () => {
  const [parent, other] = [createFolder(), createFolder()]
  const own = join(parent, 'plant-store-kit')
  vi.stubEnv('XDG_CACHE_HOME', parent)
  expect(findCacheFolder()).toBe(own)
  expect(lstatSync(own).mode & 0o777).toBe(0o700)
  chmodSync(own, 0o777)
  expect(findCacheFolder()).toBeUndefined()
  vi.stubEnv('XDG_CACHE_HOME', other)
  symlinkSync(own, join(other, 'plant-store-kit'))
  expect(findCacheFolder()).toBeUndefined()
  vi.stubEnv('XDG_CACHE_HOME', undefined)
  vi.stubEnv('HOME', parent)
  mkdirSync(join(parent, '.cache'))
  expect(findCacheFolder()).toBe(join(parent, '.cache/plant-store-kit'))
})
