import type { TestProject } from 'vitest/node'
import { startMock } from '../startMock.ts'
import type {} from './vitest.ts'

/** A global setup for Vitest: one mock for all files, on any free port. Its URL is provided as `plantStoreUrl`. */
export default async function setup({ provide }: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const { url, close } = await startMock({ port: 0 })
  provide('plantStoreUrl', url)
  return close
}
