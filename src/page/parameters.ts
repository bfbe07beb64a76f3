import { boolean, text } from '../contract/shape.ts'
import type { FetchMockOptions, GivenResponse, Plant, ScenarioName } from '../mock/hosts/createMock.ts'
import { anyValue, type OptionShapes, readOptions } from '../mock/readOptions.ts'

/** The settings of a story in `parameters.plantStore`. */
export type PlantStoreParameters = Omit<FetchMockOptions, 'basePath' | 'cors'> & {
  /**
   * The base URL of the requests that the mock answers, such as `https://plants.example/v1`, or `*` for any origin. A path of `/*` means
   * any prefix. Default: `*\/*`.
   */
  baseUrl?: string
  /** The story's scenario, unless the user chooses a scenario in the toolbar. Default: `normal`. */
  scenario?: ScenarioName
  /** The plants of every user; null restores the usual plants. */
  plants?: readonly Plant[] | null
  /** The responses to the first requests: scenarios by name, HTTP statuses, lists of plants, or settings such as `{ delay: 2000 }`. */
  responses?: readonly GivenResponse[]
}

const shapes: OptionShapes<PlantStoreParameters> = {
  baseUrl: text('a URL such as https://plants.example/v1'),
  scenario: text('the name of a scenario'),
  plants: anyValue,
  responses: anyValue,
  fixtures: anyValue,
  scenarios: anyValue,
  anyToken: boolean,
  settings: anyValue,
}

/** Checks a story's parameters. Throws a RangeError if a parameter is invalid or unknown. */
export function readParameters(value: unknown): PlantStoreParameters {
  return readOptions(value as PlantStoreParameters, shapes)
}
