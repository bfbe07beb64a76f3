import type { Contract } from '../contract/contract.ts'
import { escapePointer } from '../contract/locate.ts'
import type { Plant } from './fixtures.ts'
import { type Members, membersOf } from './membersOf.ts'
import type { YamlSource } from './yamlSource.ts'

/** The plants of a file by their keys, each one a Plant of the contract. Throws a FixtureError at the first that is not. */
export function parsePlants(source: YamlSource, contract: Contract): ReadonlyMap<string, Plant> {
  const plants = new Map<string, Plant>()
  for (const [key, value] of membersOf(source, '', 'a map from keys to plants')) {
    plants.set(key, toPlant(key, value, source, contract))
  }
  return plants
}

function toPlant(key: string, value: Members[number][1], source: YamlSource, contract: Contract): Plant {
  // The contract describes the list, so each plant is judged as a list of one, and `/0` taken off what is said of it.
  const [violation] = contract.plants.validate([value])
  if (violation) {
    const within = violation.pointer.slice('/0'.length)
    const member = within === '' ? '' : ` has a wrong ${within.slice(1)}`
    throw source.error(
      `/${escapePointer(key)}${within}`,
      `plant "${key}"${member}: expected ${violation.expected}, got ${violation.actual}`,
    )
  }
  return value as Plant
}
