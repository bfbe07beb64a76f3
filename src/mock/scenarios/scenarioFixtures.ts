import type { Fixtures, Plant } from '../fixtures/fixtures.ts'
import { generatePlants } from './generatePlants.ts'
import type { Scenario } from './scenario.ts'

/** The fixtures as a scenario has them: other plants for every user who has any, so that the one without stays without. */
export function scenarioFixtures(fixtures: Fixtures, { plants, generate }: Scenario): Fixtures {
  const others = generate ? generatePlants(generate) : plants
  return others === undefined ? fixtures : withPlants(fixtures, (user) => (user.length > 0 ? others : user))
}

/** The same users with other plants. */
export function withPlants(
  fixtures: Fixtures,
  choose: (plants: readonly Plant[]) => readonly Plant[],
): Fixtures {
  return { users: fixtures.users.map((user) => ({ ...user, plants: choose(user.plants) })) }
}
