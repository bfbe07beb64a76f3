import type { Contract } from '../../contract/contract.ts'
import type { Plant } from '../fixtures/fixtures.ts'
import { kindOf, membersOf } from '../fixtures/membersOf.ts'
import type { YamlSource } from '../fixtures/yamlSource.ts'
import { EffectError, readEffects } from './readEffects.ts'
import type { Scenario } from './scenario.ts'

const MOST_PLANTS = 100_000

/** Reads a scenario's file. Throws a FixtureError at the first thing that is wrong. */
export function parseScenario(name: string, source: YamlSource, contract: Contract): Scenario {
  const members = Object.fromEntries(membersOf(source, '', 'a map with a title, and what the scenario does'))
  const { title, verdict = 'conformant', plants, generate, ...effects } = members
  if (typeof title !== 'string') throw source.error('/title', `expected a title, got ${kindOf(title)}`)
  if (plants !== undefined && generate !== undefined)
    throw source.error('/generate', 'expected plants or generate, got both')
  return {
    name,
    title,
    verdict: toVerdict(verdict, source),
    ...(plants !== undefined && { plants: toPlants(plants, source, contract) }),
    ...(generate !== undefined && { generate: toGenerate(generate, source) }),
    effects: toEffects(effects, source),
  }
}

function toVerdict(value: unknown, source: YamlSource): Scenario['verdict'] {
  if (value === 'conformant' || value === 'incomplete') return value
  if (Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string')) return value
  throw source.error('/verdict', `expected conformant, incomplete or a list of checks, got ${kindOf(value)}`)
}

function toPlants(value: unknown, source: YamlSource, contract: Contract): readonly Plant[] {
  const [violation] = contract.plants.validate(value)
  if (violation)
    throw source.error(
      `/plants${violation.pointer}`,
      `wrong plants${violation.pointer}: expected ${violation.expected}, got ${violation.actual}`,
    )
  return value as Plant[]
}

function toGenerate(value: unknown, source: YamlSource): NonNullable<Scenario['generate']> {
  const {
    count,
    seed = 1,
    ...rest
  } = Object.fromEntries(membersOf(source, '/generate', 'a map with count and seed', value))
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined)
    throw source.error(`/generate/${unknown}`, `expected only count and seed, got "${unknown}"`)
  if (!isWhole(count) || count > MOST_PLANTS)
    throw source.error('/generate/count', `expected a number from 0 to ${MOST_PLANTS}, got ${kindOf(count)}`)
  if (!isWhole(seed)) throw source.error('/generate/seed', `expected a whole number, got ${kindOf(seed)}`)
  return { count, seed }
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function toEffects(values: Record<string, unknown>, source: YamlSource): Scenario['effects'] {
  try {
    return readEffects(values)
  } catch (error) {
    throw error instanceof EffectError ? source.error(error.pointer, error.message) : error
  }
}
