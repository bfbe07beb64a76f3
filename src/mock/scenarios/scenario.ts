import type { BuiltInScenario } from 'plant-store-kit/fixtures'
import type { Plant } from '../fixtures/fixtures.ts'
import type { Effects } from './effects.ts'

/** A named state of the mock: what it serves, and how its responses are changed. */
export type Scenario = {
  name: string
  title: string
  /** What `plant-store verify` reports: the verdict, or the checks that fail. */
  verdict: 'conformant' | 'incomplete' | readonly string[]
  /** Replaces the plants of every user who has any. */
  plants?: readonly Plant[]
  /** Generates plants instead: how many (at most 100,000), and from which seed. */
  generate?: { count: number; seed: number }
  effects: Effects
}

/** The name of a built-in scenario, which editors complete, or of one of your own. */
export type ScenarioName = BuiltInScenario | (string & {})

/** Defaults for every request: scenario, seed and effects. Requests can override them. */
export type Settings = Effects & {
  /** The scenario of sessions that did not choose one. Default: normal. */
  scenario: ScenarioName
  /** The seed of random delays, rates and faults: a whole number from 0 to 4294967295. Default: 1. */
  seed: number
}

/** New values of settings; null clears one. */
export type SettingsChanges = {
  readonly [Name in keyof (Settings & ShortForms)]?: (Settings & ShortForms)[Name] | null | undefined
}

/** The short forms of the `Prefer` header. */
type ShortForms = {
  /** For example `300`, `100-400`, `slow-3g` or `p99`. */
  delay: string
  /** Pieces and milliseconds, for example `5:1000`. */
  dribble: string
}

/** The current scenario, the scenarios of sessions that chose their own, and all available scenarios. */
export type ScenarioState = {
  scenario: string
  sessions: Record<string, string>
  scenarios: readonly Scenario[]
}

/** What a scenario mainly changes. */
export type ScenarioGroup = 'data' | 'speed' | 'errors' | 'network'

/** Scenario names are used in headers, URLs and on command lines. */
export const SCENARIO_NAME = /^[a-z0-9][a-z0-9-]*$/
export const SCENARIO_NAME_IS = 'a scenario name in lower-case letters, digits and hyphens'

/** The default scenario: the fixtures without changes. */
export const NORMAL: Scenario = {
  name: 'normal',
  title: 'The plants of each user',
  verdict: 'conformant',
  effects: {},
}

/** The settings of a mock unless it is given others. */
export const defaultSettings = { scenario: NORMAL.name, seed: 1 }
