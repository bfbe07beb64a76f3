import type { mockFlags, verifyFlags } from './flags.ts'
import type { ConfigOf } from './options.ts'

/**
 * The contents of `plant-store.config.ts` (or .mjs, .json, .yaml): the flags of each command, in camel case. Flags and environment
 * variables win over the file. Paths are relative to the working directory.
 */
export type Config = {
  /** Options of `plant-store-kit mock`. */
  mock?: MockConfig
  /** Options of `plant-store-kit verify`. */
  verify?: VerifyConfig
}

interface MockConfig extends ConfigOf<typeof mockFlags> {}
interface VerifyConfig extends ConfigOf<typeof verifyFlags> {}

/** Returns its argument. It gives editors the types of the configuration. */
export function defineConfig(config: Config): Config {
  return config
}
