import { callControl } from '../control.ts'
import { messageOf } from '../messageOf.ts'
import { faultOptions } from '../request/presets.ts'
import { getState, onState, setState } from '../state/store.ts'
import type { SettingsChanges } from '../types.ts'
import { announce } from '../ui/announce.ts'
import { find } from '../ui/element.ts'
import { fillSelect } from '../ui/fillSelect.ts'
import { formatSettings, parseChanges, type SettingsText } from './settingsText.ts'

const EMPTY = formatSettings({})
const NAMES = Object.keys(EMPTY) as (keyof SettingsText)[]

/** Starts the settings form. */
export function startSettings(): void {
  fillSelect(find('setting-fault', HTMLSelectElement), [['', 'none'], ...faultOptions])
  find('settings-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    void apply(readForm(), 'Settings applied.')
  })
  find('settings-clear', HTMLElement).addEventListener('click', () => void clearSettings())
  onState(['settings'], ({ settings }) => show(formatSettings(settings)))
}

/** Clears all settings. */
export async function clearSettings(): Promise<void> {
  await apply(EMPTY, 'Settings cleared.')
}

async function apply(text: SettingsText, confirmation: string): Promise<void> {
  const current = formatSettings(getState().settings)
  showProblem('')
  try {
    setState({
      settings: await callControl<SettingsChanges>('PUT', '/settings', parseChanges(current, text)),
    })
    showNote(confirmation)
  } catch (error) {
    const message = messageOf(error)
    showProblem(message)
    showNote(`Not applied: ${message}`)
  }
}

function showNote(text: string): void {
  find('settings-note', HTMLElement).textContent = text
  announce(text)
}

/** Marks the field that a message is about. The control API begins its messages with the name of the setting. */
function showProblem(message: string): void {
  find('settings-note', HTMLElement).classList.toggle('bad', message !== '')
  for (const name of NAMES) {
    const isWrong = message.startsWith(`${name}:`) || message.startsWith(`${name} `)
    findField(name).setAttribute('aria-invalid', String(isWrong))
    if (isWrong) findField(name).focus()
  }
}

function show(texts: SettingsText): void {
  for (const name of NAMES) findField(name).value = texts[name]
}

function readForm(): SettingsText {
  return { ...EMPTY, ...Object.fromEntries(NAMES.map((name) => [name, findField(name).value.trim()])) }
}

function findField(name: keyof SettingsText): HTMLInputElement | HTMLSelectElement {
  return name === 'fault'
    ? find('setting-fault', HTMLSelectElement)
    : find(`setting-${name}`, HTMLInputElement)
}
