import type { Scenarios, User } from '../types.ts'
import { element, find } from '../ui/element.ts'
import type { Asked } from './asked.ts'
import { faults } from './faults.ts'

/** The form's fields for preferences, in the order in which they are sent. */
const PREFERENCES = ['code', 'example', 'delay', 'dribble', 'fault', 'rate', 'scenario'] as const

let users: readonly User[] = []
let base = location.origin

/** Fills what the form can choose from; what was chosen stays chosen. */
export function showChoices(known: { users: readonly User[]; base: string }): void {
  users = known.users
  base = known.base
  const who = find('who', HTMLSelectElement)
  choose(who, [
    ...users.map(
      ({ name, plants }) =>
        [`user:${name}`, `${name}, ${plants === 1 ? '1 plant' : `${plants} plants`}`] as const,
    ),
    ['none', 'no token'],
    ['other', 'another token'],
  ])
}

/** Fills the names of faults, which are always the same. */
export function showFaults(field: HTMLSelectElement): void {
  choose(field, [['', '–'], ...Object.keys(faults).map((name) => [name, name] as const)])
}

export function showScenarios({ scenarios }: Scenarios): void {
  const names = scenarios.map(({ name }) => [name, name] as const)
  choose(find('prefer-scenario', HTMLSelectElement), [['', '–'], ...names])
}

function choose(
  field: HTMLSelectElement,
  options: readonly (readonly [value: string, label: string])[],
): void {
  const chosen = field.value
  field.replaceChildren(...options.map(([value, label]) => element('option', { value }, label)))
  if (options.some(([value]) => value === chosen)) field.value = chosen
}

/** The request that the form describes now. */
export function readForm(): Asked {
  const who = find('who', HTMLSelectElement).value
  const user = users.find(({ name }) => who === `user:${name}`)
  const limit = find('limit', HTMLInputElement).value
  const empty = find('limit-empty', HTMLInputElement).checked
  return {
    base,
    user: user?.name,
    token: user?.token ?? (who === 'other' ? find('token', HTMLInputElement).value : undefined),
    limit: limit === '' && !empty ? undefined : limit,
    preferences: PREFERENCES.flatMap((name) => {
      const value = valueIn(`prefer-${name}`)
      return value === '' ? [] : [[name, value] as const]
    }),
    session: valueIn('session') || undefined,
  }
}

function valueIn(id: string): string {
  const field = find(id, HTMLElement)
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) return field.value.trim()
  return ''
}
