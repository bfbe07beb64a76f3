import type { TestProject } from 'vitest/node'
import { startMock } from '../startMock.ts'
import type {} from './vitest.ts'

/** Global setup for Vitest: starts one mock for all files, on a free port, and provides its URL as `plantStoreUrl`. */
export default async function setup({ provide }: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  // Pages of Vitest's browser mode, and of happy-dom, are of another origin.
  const adminToken = crypto.randomUUID()
  const { url, close } = await startMock({ port: 0, adminToken })
  provide('plantStoreUrl', url)
  provide('plantStoreToken', adminToken)
  return close
}
