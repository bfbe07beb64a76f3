import { object, optional, text } from '../contract/shape.ts'
import type { FetchMockOptions, GivenResponse, Plant, ScenarioName } from '../mock/hosts/createMock.ts'
import { anyValue, leaveOutUndefined } from '../mock/readOptions.ts'

/** What a story asks for in `parameters.plantStore`. */
export type PlantStoreParameters = Pick<FetchMockOptions, 'fixtures' | 'scenarios' | 'settings'> & {
  /**
   * The base URL that the mock answers, such as `https://plants.example/v1`, or `*` for any origin. A path of `/*` is any prefix.
   * Default: `*\/*`.
   */
  baseUrl?: string
  /** The scenario of the story, unless one is chosen in the toolbar. Default: `normal`. */
  scenario?: ScenarioName
  /** Plants for every user; null returns to the usual ones. */
  plants?: readonly Plant[] | null
  /** Answers the first requests: with scenarios by name, HTTP statuses, or lists of plants. */
  responses?: readonly GivenResponse[]
}

const shape = object({
  baseUrl: optional(text('a URL such as https://plants.example/v1')),
  scenario: optional(text('the name of a scenario')),
  plants: optional(anyValue),
  responses: optional(anyValue),
  fixtures: optional(anyValue),
  scenarios: optional(anyValue),
  settings: optional(anyValue),
} satisfies Record<keyof PlantStoreParameters, unknown>)

/** Rejects unknown names. Throws an InputError. */
export function readParameters(value: unknown): PlantStoreParameters {
  return shape(leaveOutUndefined(value), '') as PlantStoreParameters
}
