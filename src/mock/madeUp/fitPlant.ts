import { ContractError } from '../../contract/ContractError.ts'
import type { Contract } from '../../contract/contract.ts'
import { valueAt } from '../../contract/jsonPointer.ts'
import type { Plant } from '../fixtures/fixtures.ts'
import { seededRandom } from '../scenarios/seededRandom.ts'
import { listMembers, makeValue, resolveSchema } from './makeValue.ts'
import type { Draw } from './samplePattern.ts'

/** Changes a plant as little as possible so that it fits the contract. The index makes plants differ. */
export type FitPlant = (plant: Plant, index: number) => Plant

/** Seed of all values that are made up: they are the same in every release. */
const SEED = 1

/**
 * Creates a function that fits the kit's own plants to another contract: it keeps the members that are valid, and makes up those that
 * are missing. The function throws a ContractError if it cannot.
 */
export function createPlantFitter(contract: Contract): FitPlant {
  const { document, plants } = contract
  const { items } = resolveSchema(document, valueAt(document, plants.schemaPointer))
  const members = listMembers(document, items)
  const isValid = (plant: object): boolean => plants.validate([plant]).length === 0
  return (plant, index) => {
    if (isValid(plant)) return plant
    const draw: Draw = (use) => seededRandom(SEED, use, index)
    const made = makeValue(document, items, draw) as Record<string, unknown>
    const fitted: Record<string, unknown> = {}
    for (const { name } of members) {
      const own = plant[name as keyof Plant]
      // A member is kept if it is not the reason for a violation.
      if (own !== undefined && !isBroken(contract, { ...made, [name]: own }, name)) fitted[name] = own
      else if (name in made) fitted[name] = made[name]
    }
    // Every other plant has the members that it may have.
    if (index % 2 === 0)
      for (const { name, schema: member } of members) {
        const more = { ...fitted, [name]: makeValue(document, member, (use) => draw(`${name} ${use}`)) }
        if (!(name in fitted) && isValid(more)) fitted[name] = more[name as keyof typeof more]
      }
    if (isValid(fitted)) return fitted as Plant
    const [violation] = plants.validate([fitted])
    throw new ContractError(
      contract.file,
      violation && contract.findLine(violation.clause),
      `the kit cannot make up plants for this contract: expected ${violation?.expected}, got ${violation?.actual}; serve your own with --fixtures, or add examples to the schema`,
    )
  }
}

function isBroken({ plants }: Contract, plant: object, name: string): boolean {
  return plants
    .validate([plant])
    .some(({ pointer }) => pointer === `/0/${name}` || pointer.startsWith(`/0/${name}/`))
}
