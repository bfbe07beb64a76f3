import * as vitest from 'vitest/node'
import type { MockOptions } from '../mockOptions.ts'
import { startMock } from '../startMock.ts'

/** The part of Vitest's project that the setup uses, described here because the types of `vitest/node` need other packages. */
type Project = { provide: (key: 'plantStoreUrl' | 'plantStoreToken', value: string) => void }
type Setup = (project: Project) => Promise<() => Promise<void>>

/** Creates a global setup for Vitest that starts one mock for all files, by default on a free port. Takes the options of `startMock`. */
export const createSetup =
  (options: MockOptions = {}): Setup =>
  async ({ provide }) => {
    // Old versions of Vitest do not export their version.
    const version: string = vitest.version ?? 'an older version'
    const [major = 0, minor = 0] = version.split('.').map(Number)
    if (!(major > 3 || (major === 3 && minor >= 2)))
      throw new Error(`plant-store-kit/vitest/setup needs vitest 3.2 or later; this is ${version}`)
    // Pages in Vitest's browser mode and in happy-dom have another origin, so they need this token.
    const { adminToken = crypto.randomUUID() } = options
    const { url, close } = await startMock({ port: 0, ...options, adminToken })
    provide('plantStoreUrl', url)
    provide('plantStoreToken', adminToken)
    return close
  }

/** Starts one mock for all files, on a free port, and provides its URL as `plantStoreUrl`. */
const setup: Setup = createSetup()

export default setup
