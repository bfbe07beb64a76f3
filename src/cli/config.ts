import type { sections } from './flags.ts'
import type { ConfigOf } from './options.ts'

/**
 * The contents of `plant-store.config.ts` (or .mjs, .json, .yaml): the flags of `mock` and `verify`, in camel case. Flags and environment
 * variables win over the file. Paths are relative to the working directory.
 */
export type Config = { [Command in keyof typeof sections]?: ConfigOf<(typeof sections)[Command]> }
