/** A plant that a user must see: its name, and its tag if that matters. */
export type ExpectedPlant = string | { name: string; tag?: string }

/** The plants that one token must see, and the names of those that it must not see. */
export type ExpectedPlants = { sees: readonly ExpectedPlant[]; mustNotSee: readonly string[] }

/** What users must and must not see. Names and tags are compared by code point. */
export type Expectations = {
  token: ExpectedPlants
  /** What the second user sees, or a list for the second user, the third, … */
  otherToken: ExpectedPlants | readonly ExpectedPlants[]
  /** The names of plants that no user may see. */
  hidden?: readonly string[]
}

/** What each user must and must not see: the operator first, then the others in the order of `--other-token`. */
export function listExpectedUsers({ token, otherToken }: Expectations): readonly ExpectedPlants[] {
  return [token, ...[otherToken].flat()]
}

export function nameOf(expectedPlant: ExpectedPlant): string {
  return typeof expectedPlant === 'string' ? expectedPlant : expectedPlant.name
}
