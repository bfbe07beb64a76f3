import { readContract } from '../contract/readContract.ts'
import { loadData } from './loadData.ts'
import { builtInFixtures } from './mockOptions.ts'
import type { MockData } from './play/world.ts'

/** Reads what ships with the kit from its YAML files. Throws a FixtureError where one of them is wrong. */
export function readBuiltIn(): MockData {
  return loadData(builtInFixtures, readContract())
}
