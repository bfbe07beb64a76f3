import { fileURLToPath } from 'node:url'
import { packageRoot } from '../contract/packageRoot.ts'
import type { Cors } from './handler/cors.ts'
import type { Settings } from './scenarios/respond.ts'
import type { Certificate } from './tls/tls.ts'

/** The folder of the fixtures that ship with the kit. */
export const builtInFixtures: string = fileURLToPath(new URL('fixtures', packageRoot))

/** Where the mock listens and what it serves. */
export type MockOptions = {
  /** TCP port, 0 for any free one. Default: 4010. */
  port?: number
  /** Address or name to listen on. Default: 127.0.0.1. */
  host?: string
  /** Path before the operation's own: `/v1` serves `/v1/plants`. Default: `/`. */
  basePath?: string
  /** Folder with `plants.yaml`, `users.yaml` and, where it has its own, `scenarios`. Default: the fixtures that ship with the kit. */
  fixtures?: string
  /** Pages that may read the answers: `*` (any, without credentials), a list of origins (with credentials) or `off`. Default: `*`. */
  cors?: Cors
  /** What holds for every request that does not say otherwise: scenario, seed, delays, faults. */
  settings?: Partial<Settings>
  /** Opens the control API to other machines that send this token. Default: it answers this machine only. */
  adminToken?: string
  /** Pages of other origins that may use the control API. Default: `off`. */
  adminCors?: Cors
  /** Whether to serve https, and with which certificate. Default: http. */
  tls?: Certificate
  /** Whether changed fixtures are served without a restart. Default: false. */
  watch?: boolean
}

/** The names of all options: one that is missing here does not compile. */
export const mockOptionNames: readonly string[] = Object.keys({
  port: 1,
  host: 1,
  basePath: 1,
  fixtures: 1,
  cors: 1,
  settings: 1,
  adminToken: 1,
  adminCors: 1,
  tls: 1,
  watch: 1,
} satisfies Record<keyof MockOptions, 1>)

export const mockDefaults = {
  port: 4010,
  host: '127.0.0.1',
  basePath: '/',
  fixtures: builtInFixtures,
  cors: '*',
  adminCors: 'off',
} as const satisfies MockOptions
