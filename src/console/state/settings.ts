import { control } from '../control.ts'
import { showFaults } from '../request/requestForm.ts'
import type { Settings } from '../types.ts'
import { announce } from '../ui/announce.ts'
import { find } from '../ui/element.ts'
import { changed, type SettingsText, toText } from './settingsText.ts'

const NOTHING = toText({})
const NAMES = Object.keys(NOTHING) as (keyof SettingsText)[]

let inForce = NOTHING

/** Makes the form of the settings work. */
export function startSettings(): void {
  showFaults(find('setting-fault', HTMLSelectElement))
  find('settings-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    void apply(readForm(), 'Applied to every answer from now on.')
  })
  find('settings-clear', HTMLElement).addEventListener('click', () => {
    // The seed is what everything else is drawn with: it stays.
    void apply({ ...NOTHING, seed: inForce.seed }, 'Cleared.')
  })
}

export async function loadSettings(): Promise<void> {
  show(await control<Settings>('GET', '/settings'))
}

async function apply(text: SettingsText, done: string): Promise<void> {
  try {
    show(await control<Settings>('PUT', '/settings', changed(inForce, text)))
    say(done)
  } catch (error) {
    say(`Not applied: ${error instanceof Error ? error.message : error}`)
  }
}

function say(text: string): void {
  find('settings-note', HTMLElement).textContent = text
  announce(text)
}

function show(settings: Settings): void {
  inForce = toText(settings)
  for (const name of NAMES) field(name).value = inForce[name]
}

function readForm(): SettingsText {
  return { ...NOTHING, ...Object.fromEntries(NAMES.map((name) => [name, field(name).value.trim()])) }
}

function field(name: keyof SettingsText): HTMLInputElement | HTMLSelectElement {
  return name === 'fault'
    ? find('setting-fault', HTMLSelectElement)
    : find(`setting-${name}`, HTMLInputElement)
}
