import { callControl } from '../control.ts'
import { fillFaults } from '../request/requestForm.ts'
import type { SettingsChanges } from '../types.ts'
import { announce } from '../ui/announce.ts'
import { find } from '../ui/element.ts'
import { formatSettings, parseChanges, type SettingsText } from './settingsText.ts'

const EMPTY = formatSettings({})
const NAMES = Object.keys(EMPTY) as (keyof SettingsText)[]

let current = EMPTY

/** Starts the settings form. */
export function startSettings(): void {
  fillFaults(find('setting-fault', HTMLSelectElement))
  find('settings-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    void apply(readForm(), 'Settings applied.')
  })
  find('settings-clear', HTMLElement).addEventListener('click', () => {
    // Keeps the seed, so that the mock still generates the same random numbers.
    void apply({ ...EMPTY, seed: current.seed }, 'Settings cleared.')
  })
}

export async function loadSettings(): Promise<void> {
  show(await callControl<SettingsChanges>('GET', '/settings'))
}

async function apply(text: SettingsText, confirmation: string): Promise<void> {
  try {
    show(await callControl<SettingsChanges>('PUT', '/settings', parseChanges(current, text)))
    showNote(confirmation)
  } catch (error) {
    showNote(`Not applied: ${error instanceof Error ? error.message : error}`)
  }
}

function showNote(text: string): void {
  find('settings-note', HTMLElement).textContent = text
  announce(text)
}

function show(settings: SettingsChanges): void {
  current = formatSettings(settings)
  for (const name of NAMES) findField(name).value = current[name]
}

function readForm(): SettingsText {
  return { ...EMPTY, ...Object.fromEntries(NAMES.map((name) => [name, findField(name).value.trim()])) }
}

function findField(name: keyof SettingsText): HTMLInputElement | HTMLSelectElement {
  return name === 'fault'
    ? find('setting-fault', HTMLSelectElement)
    : find(`setting-${name}`, HTMLInputElement)
}
