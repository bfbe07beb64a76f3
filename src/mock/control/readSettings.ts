import { mismatch, object, text, wholeNumber, withDefault } from '../../contract/shape.ts'
import { effectShapes, toEffects } from '../scenarios/readEffects.ts'
import type { Settings } from '../scenarios/scenario.ts'
import { NORMAL } from '../scenarios/scenario.ts'

// Random numbers use 32 bits of the seed.
const MOST_SEED = 2 ** 32 - 1

const shape = object({
  scenario: withDefault(text('the name of a scenario'), NORMAL.name),
  seed: withDefault(wholeNumber(0, MOST_SEED), 1),
  ...effectShapes,
})

/** Applies changes to the settings; null clears a setting. Throws an InputError at the first mistake. */
export function readSettings(changes: Readonly<Record<string, unknown>>, current: Settings): Settings {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes))
    throw mismatch('/settings', 'settings, such as { fixedDelay: 300 }', changes)
  const changed = Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null)
  const { scenario, seed, ...effects } = shape(Object.fromEntries(changed), '')
  return { ...toEffects(effects), scenario, seed }
}
