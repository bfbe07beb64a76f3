import type { Flags } from '../config/flag.ts'
import { engineFlag } from './engineFlag.ts'

/** The flags of `plant-store prove`. */
export const proveFlags = { engine: engineFlag } as const satisfies Flags
