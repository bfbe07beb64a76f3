import type { Flags } from '../config/flag.ts'
import { proveEngineFlag } from './engineFlag.ts'
import { planFlag } from './planFlag.ts'

/** The flags of `plant-store prove`. */
export const proveFlags = { engine: proveEngineFlag, plan: planFlag } as const satisfies Flags
