import type { mockFlags } from '../flags/mockFlags.ts'
import type { proveFlags } from '../flags/proveFlags.ts'
import type { verifyFlags } from '../flags/verifyFlags.ts'
import type { ConfigOf } from './flag.ts'

interface MockConfig extends ConfigOf<typeof mockFlags> {}
interface VerifyConfig extends ConfigOf<typeof verifyFlags> {}
interface ProveConfig extends ConfigOf<typeof proveFlags> {}

/**
 * The contents of `plant-store.config.mts` (or .ts, .js, .json, .yaml): the flags of each command, in camel case. Flags and environment
 * variables win over the file. Paths are relative to the working directory.
 */
export type Config = {
  /** Options of `plant-store mock`. */
  mock?: MockConfig
  /** Options of `plant-store verify`. */
  verify?: VerifyConfig
  /** Options of `plant-store prove`. */
  prove?: ProveConfig
}

/** Returns its argument; gives editors the types of a configuration. */
export function defineConfig(config: Config): Config {
  return config
}
