import { object, optional, text } from '../../contract/shape.ts'
import { quote } from '../../contract/words.ts'
import type { MockCore } from '../core.ts'
import { anyValue } from '../readOptions.ts'
import { readSessionChoice, sessionName } from '../scenarios/state.ts'

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
  core.plants(plants, session)
  return {}
}

/** `PUT /__admin/responses`. */
export function giveResponses(body: string, core: MockCore): unknown {
  const { responses, ...session } = sequence(parseBody(body), '')
  core.responses(responses, session)
  return {}
}

/** `PUT /__admin/settings`. */
export function changeSettings(body: string, core: MockCore): unknown {
  const { session, ...changes } = parseBody(body)
  return core.settings(changes, readSessionChoice({ session }))
}

const choice = object({
  scenario: (value, pointer) =>
    value === null ? null : text('the name of a scenario, or null')(value, pointer),
  session: optional(sessionName),
})
const given = object({ plants: anyValue<Parameters<MockCore['plants']>[0]>, session: optional(sessionName) })
const sequence = object({
  responses: anyValue<Parameters<MockCore['responses']>[0]>,
  session: optional(sessionName),
})

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
