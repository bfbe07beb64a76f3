import type { HealthSummary, ScenarioState, UserSummary } from '../types.ts'
import { element, find } from '../ui/element.ts'
import { faultDescriptions } from './faults.ts'
import type { FormRequest } from './formRequest.ts'
import { formatPlants } from './plants.ts'

/** The preferences that the form has a field for, in the order in which they are sent. */
const PREFERENCES = ['code', 'example', 'delay', 'dribble', 'fault', 'rate', 'scenario'] as const

let users: readonly UserSummary[] = []
let base = location.origin
let operation = { path: '/plants', limitName: 'limit' }

/** Fills the list of users, and sets where requests are sent to. */
export function fillUsers(state: {
  users: readonly UserSummary[]
  base: string
  contract: HealthSummary['contract']
}): void {
  users = state.users
  base = state.base
  operation = state.contract
  find('limit-name', HTMLElement).textContent = operation.limitName
  fillSelect(find('user', HTMLSelectElement), [
    ...users.map(({ name, plants }) => [`user:${name}`, `${name} (${formatPlants(plants)})`] as const),
    ['none', 'No token'],
    ['other', 'Other token'],
  ])
}

export function fillFaults(field: HTMLSelectElement): void {
  fillSelect(field, [['', '–'], ...Object.keys(faultDescriptions).map((name) => [name, name] as const)])
}

export function fillScenarios({ scenarios }: ScenarioState): void {
  const names = scenarios.map(({ name }) => [name, name] as const)
  fillSelect(find('prefer-scenario', HTMLSelectElement), [['', '–'], ...names])
}

/** Replaces the options of a field. Keeps its value if that is still among them. */
function fillSelect(
  field: HTMLSelectElement,
  options: readonly (readonly [value: string, label: string])[],
): void {
  const chosen = field.value
  field.replaceChildren(...options.map(([value, label]) => element('option', { value }, label)))
  if (options.some(([value]) => value === chosen)) field.value = chosen
}

export function readForm(): FormRequest {
  const choice = find('user', HTMLSelectElement).value
  const user = users.find(({ name }) => choice === `user:${name}`)
  const limit = find('limit', HTMLInputElement).value
  const empty = find('limit-empty', HTMLInputElement).checked
  return {
    base,
    path: operation.path,
    limitName: operation.limitName,
    user: user?.name,
    token: user?.token ?? (choice === 'other' ? find('token', HTMLInputElement).value : undefined),
    limit: limit === '' && !empty ? undefined : limit,
    preferences: PREFERENCES.flatMap((name) => {
      const value = readField(`prefer-${name}`)
      return value === '' ? [] : [[name, value] as const]
    }),
    session: readField('session') || undefined,
  }
}

function readField(id: string): string {
  const field = find(id, HTMLElement)
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) return field.value.trim()
  return ''
}
