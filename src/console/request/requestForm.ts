import { getBaseUrl, getState, onState } from '../state/store.ts'
import { find } from '../ui/element.ts'
import { fillSelect } from '../ui/fillSelect.ts'
import { formatPlants } from '../ui/format.ts'
import type { FormRequest } from './formRequest.ts'
import { parsePreferences } from './parsePreferences.ts'
import { listOutcomes, speeds } from './presets.ts'

/** Starts the fields of the request form. */
export function startRequestForm(): void {
  fillSelect(find('speed', HTMLSelectElement), speeds)
  onState(['health'], ({ health: { contract } }) =>
    fillSelect(find('outcome', HTMLSelectElement), [['', 'the usual one']], listOutcomes(contract.examples)),
  )
  onState(['users', 'health'], ({ users, health }) => {
    for (const label of document.querySelectorAll('#limit-name, .limit-name'))
      label.textContent = health.contract.limitName
    fillSelect(find('user', HTMLSelectElement), [
      ...users.map(({ name, plants }) => [`user:${name}`, `${name} (${formatPlants(plants)})`] as const),
      ['none', 'No token'],
      ['other', 'Other token'],
    ])
  })
  onState(['scenario'], ({ scenario: { scenarios } }) =>
    fillSelect(find('prefer-scenario', HTMLSelectElement), [
      ['', 'the current one'],
      ...scenarios.map(({ name }) => [name, name] as const),
    ]),
  )
}

export function readForm(): FormRequest {
  const { users, health } = getState()
  const choice = find('user', HTMLSelectElement).value
  const user = users.find(({ name }) => choice === `user:${name}`)
  const limit = find('limit', HTMLInputElement).value
  const empty = find('limit-empty', HTMLInputElement).checked
  const scenario = readField('prefer-scenario')
  return {
    base: getBaseUrl(),
    path: health.contract.path,
    limitName: health.contract.limitName,
    user: user?.name,
    token: user?.token ?? (choice === 'other' ? find('token', HTMLInputElement).value : undefined),
    limit: limit === '' && !empty ? undefined : limit,
    preferences: [
      ...['outcome', 'speed', 'prefer'].flatMap((id) => parsePreferences(readField(id))),
      ...(scenario === '' ? [] : [['scenario', scenario] as const]),
    ],
    session: readField('session') || undefined,
  }
}

/** How many of the fields that open on demand are filled in. */
export function countOptions(): number {
  const filled = ['prefer-scenario', 'session', 'prefer'].filter((id) => readField(id) !== '').length
  return filled + (find('limit-empty', HTMLInputElement).checked ? 1 : 0)
}

function readField(id: string): string {
  const field = find(id, HTMLElement)
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) return field.value.trim()
  return ''
}
