import type { Flags } from '../config/flag.ts'
import { proveEngineFlag } from './engineFlag.ts'

/** The flags of `plant-store prove`. */
export const proveFlags = { engine: proveEngineFlag } as const satisfies Flags
