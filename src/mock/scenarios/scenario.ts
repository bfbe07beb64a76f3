import type { Plant } from '../fixtures/fixtures.ts'
import type { Effects } from './effects.ts'

/** A named state of the mock: what it serves, and what befalls its answers. */
export type Scenario = {
  name: string
  title: string
  /** What `plant-store verify` makes of it: the verdict, or the checks that see what is wrong. */
  verdict: 'conformant' | 'incomplete' | readonly string[]
  /** Served in place of the plants of every user who has any. */
  plants?: readonly Plant[]
  /** Plants to make in place of listing them. */
  generate?: { count: number; seed: number }
  effects: Effects
}

/** What a scenario's name may be: it stands in headers, in addresses and on command lines. */
export const SCENARIO_NAME = /^[a-z0-9][a-z0-9-]*$/
export const SCENARIO_NAME_IS = 'the name of a scenario in small letters, digits and hyphens'

/** The scenario that is always there: the fixtures as they are. */
export const NORMAL: Scenario = {
  name: 'normal',
  title: 'The plants of each user',
  verdict: 'conformant',
  effects: {},
}

/** The settings of a mock unless it is given others. */
export const defaultSettings = { scenario: NORMAL.name, seed: 1 }
