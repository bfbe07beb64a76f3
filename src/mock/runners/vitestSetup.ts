import type { TestProject } from 'vitest/node'
import { startMock } from '../startMock.ts'
import { checkPeer } from './checkPeer.ts'
import { setupOptions } from './setupOptions.ts'
import type {} from './vitest.ts'

checkPeer('plant-store-kit/vitest/setup', 'vitest', '3.2')

/** Global setup for Vitest: starts one mock for all files, on a free port, and provides its URL as `plantStoreUrl`. */
export default async function setup({ provide }: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const { url, close } = await startMock(setupOptions)
  provide('plantStoreUrl', url)
  return close
}
