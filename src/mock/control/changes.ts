import { quote } from '../../contract/input/quote.ts'
import { mismatch, object, optional, type Shape, text } from '../../contract/input/shape.ts'
import type { MockCore } from '../core.ts'
import { isSessionKey, LONGEST_KEY } from '../scenarios/sessions.ts'

/** `PUT /__admin/scenario`. */
export function chooseScenario(body: string, core: MockCore): unknown {
  const { scenario, ...session } = choice(parseBody(body), '')
  core.scenario(scenario, session)
  const { scenarios: _, ...chosen } = core.scenarios()
  return chosen
}

/** `PUT /__admin/plants`. */
export function givePlants(body: string, core: MockCore): unknown {
  const { plants, ...session } = given(parseBody(body), '')
  core.plants(plants as Parameters<MockCore['plants']>[0], session)
  return {}
}

/** `PUT /__admin/responses`. */
export function giveResponses(body: string, core: MockCore): unknown {
  const { responses, ...session } = sequence(parseBody(body), '')
  core.responses(responses as Parameters<MockCore['responses']>[0], session)
  return {}
}

/** `PUT /__admin/settings`. */
export function changeSettings(body: string, core: MockCore): unknown {
  return core.settings(parseBody(body))
}

const sessionName: Shape<string> = (value, pointer) => {
  if (isSessionKey(value)) return value
  throw mismatch(pointer, `the name of a session, at most ${LONGEST_KEY} characters`, value)
}

/** The core checks it. */
function anyValue(value: unknown): unknown {
  return value
}

const choice = object({
  scenario: (value, pointer) =>
    value === null ? null : text('the name of a scenario, or null')(value, pointer),
  session: optional(sessionName),
})
const given = object({ plants: anyValue, session: optional(sessionName) })
const sequence = object({ responses: anyValue, session: optional(sessionName) })

function parseBody(body: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new RangeError('expected a JSON object in the body, got invalid JSON')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new RangeError(`expected a JSON object in the body, got ${quote(body)}`)
}
