import { messageOf } from '../contract/words.ts'
import { matchUrl, parseBaseUrl } from '../mock/basePath.ts'
import { createMock, type FetchMock } from '../mock/hosts/createMock.ts'
import { sortByGroup } from '../mock/scenarios/scenario.ts'
import { intercept } from './intercept.ts'
import { type PlantStoreParameters, readParameters } from './parameters.ts'

export type { FetchMock, PlantStoreParameters }

/** The parts of Storybook's story context that the addon uses. */
type StoryContext = {
  id: string
  parameters: { plantStore?: unknown }
  globals: { plantStore?: unknown }
  abortSignal?: AbortSignal
}

type ToolbarItem = { value: string; title: string; right?: string; type?: 'item' | 'reset' }

/** Annotations for a Storybook project, declared here so that the kit does not need Storybook's types. */
export type PlantStoreAnnotations = {
  globalTypes: Record<
    string,
    {
      name: string
      description: string
      toolbar: { title: string; icon: 'database'; dynamicTitle: boolean; items: ToolbarItem[] }
    }
  >
  initialGlobals: { plantStore: string }
  loaders: ((context: StoryContext) => { plantStore: FetchMock })[]
}

// Intercept requests as soon as this module loads, because clients that load later may store `fetch`.
const interception = intercept()

/**
 * Answers the requests of each story with a mock for this story, and adds a menu of scenarios to the toolbar. `defaults` are the
 * parameters that stories can override. A story finds its mock in `loaded.plantStore`.
 */
export function plantStore(defaults: PlantStoreParameters = {}): PlantStoreAnnotations {
  const { scenarios } = createMock({ scenarios: defaults.scenarios ?? [] }).scenarios()
  return {
    globalTypes: {
      plantStore: {
        name: 'Plant Store',
        description: 'Scenario of the Plant Store mock',
        toolbar: {
          title: 'Plant Store',
          icon: 'database',
          dynamicTitle: true,
          items: [
            { value: STORY, title: 'As in the story', type: 'reset' },
            ...sortByGroup(scenarios).map(({ name, title }) => ({ value: name, title: name, right: title })),
          ],
        },
      },
    },
    initialGlobals: { plantStore: STORY },
    loaders: [(context) => ({ plantStore: loadStory(context, defaults) })],
  }
}

/** The choice in the toolbar that leaves the scenario to the story. */
const STORY = ''

/**
 * The mock of each mounted story, and the choice in the toolbar when the story was mounted. The keys are the stories' signals, because
 * Storybook creates a new signal each time that it mounts a story.
 */
const mounted = new WeakMap<AbortSignal, { mock: FetchMock; chosen: string }>()

/** Creates a story's mock when the story is mounted. If the story is only rendered again, the mock keeps its state. */
function loadStory(
  { id, parameters, globals, abortSignal }: StoryContext,
  defaults: PlantStoreParameters,
): FetchMock {
  const chosen = String(globals.plantStore ?? STORY)
  const before = abortSignal && mounted.get(abortSignal)
  if (before) {
    // Mount the story again, because components usually request data when they are mounted.
    if (before.chosen !== chosen) setTimeout(() => remount(id))
    return before.mock
  }
  const mock = createStoryMock(parameters.plantStore ?? {}, defaults, chosen)
  if (abortSignal) mounted.set(abortSignal, { mock, chosen })
  return mock
}

function createStoryMock(given: unknown, defaults: PlantStoreParameters, chosen: string): FetchMock {
  try {
    const parameters = { ...defaults, ...readParameters(given) }
    const { baseUrl = '*/*', scenario, plants, responses, ...options } = parameters
    const { origin, basePath } = parseBaseUrl(baseUrl)
    const mock = createMock({ ...options, basePath })
    if (scenario !== undefined) mock.scenario(scenario)
    if (plants !== undefined) mock.plants(plants)
    if (responses !== undefined) mock.responses(responses)
    if (chosen !== STORY) mock.scenario(chosen)
    interception.find = (url) => (matchUrl(url, origin, mock.path) ? mock : undefined)
    return mock
  } catch (error) {
    throw new RangeError(`parameters.plantStore: ${messageOf(error)}`, { cause: error })
  }
}

function remount(storyId: string): void {
  const scope: typeof globalThis & {
    __STORYBOOK_ADDONS_CHANNEL__?: { emit: (event: string, data: object) => void }
  } = globalThis
  scope.__STORYBOOK_ADDONS_CHANNEL__?.emit('forceRemount', { storyId })
}
