import { announce } from './announce.ts'
import { button } from './element.ts'

const CONFIRMATION_MS = 1500

/** Creates a button that copies a text. `what` names the text for screen readers, such as `base URL`. */
export function createCopyButton(what: string, text: () => string, label = 'Copy'): HTMLButtonElement {
  let timer: ReturnType<typeof setTimeout> | undefined
  const created = button(
    label,
    async () => {
      const copied = await copy(text())
      created.textContent = copied ? 'Copied' : 'Failed'
      announce(copied ? `Copied ${what}` : `The browser did not allow copying the ${what}`)
      clearTimeout(timer)
      timer = setTimeout(() => {
        created.textContent = label
      }, CONFIRMATION_MS)
    },
    { class: 'copy', 'aria-label': label === 'Copy' ? `Copy ${what}` : undefined },
  )
  return created
}

async function copy(text: string): Promise<boolean> {
  try {
    // Only defined over HTTPS and on loopback addresses.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelecting(text)
  }
}

function copyBySelecting(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'visually-hidden'
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
