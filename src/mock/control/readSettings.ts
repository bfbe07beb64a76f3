import { EffectError, readEffects } from '../scenarios/readEffects.ts'
import type { Settings } from '../scenarios/respond.ts'

/** Settings with some members changed, null clearing one. Throws an EffectError at the first that is wrong. */
export function readSettings(changes: Readonly<Record<string, unknown>>, current: Settings): Settings {
  const {
    scenario = 'normal',
    seed = 1,
    ...effects
  } = Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null))
  if (typeof scenario !== 'string') throw new EffectError('/scenario', 'the name of a scenario', scenario)
  // No more bits are drawn from.
  if (!Number.isInteger(seed) || Number(seed) < 0 || Number(seed) >= 2 ** 32)
    throw new EffectError('/seed', 'a whole number from 0 to 4294967295', seed)
  return { ...readEffects(effects), scenario, seed: Number(seed) }
}
