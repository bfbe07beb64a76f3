import { effect, signal } from '@preact/signals'

// The URL fragment names the open dialog, or the view that a narrow window shows.

export const PANES = ['scenarios', 'request', 'journal']
const DIALOGS = ['plants', 'connect']

export const pane = signal('scenarios')
export const openDialog = signal<string | undefined>(undefined)

export function startViews(): void {
  effect(() => {
    document.body.dataset.pane = pane.value
  })
  addEventListener('hashchange', () => {
    follow()
    if (openDialog.value === undefined) document.getElementById(pane.value)?.focus({ preventScroll: true })
  })
  follow()
}

function follow(): void {
  const name = location.hash.slice(1)
  if (PANES.includes(name)) pane.value = name
  openDialog.value = DIALOGS.includes(name) ? name : undefined
}

export function closeDialog(): void {
  history.replaceState(null, '', `#${pane.value}`)
  openDialog.value = undefined
}
