import { announce } from './announce.ts'
import { button } from './element.ts'

const SHOWN = 1500

/** A button that copies a text. `what` names it to those who do not see what stands beside it. */
export function copyButton(what: string, text: () => string): HTMLButtonElement {
  let back: ReturnType<typeof setTimeout> | undefined
  const made = button(
    'Copy',
    async () => {
      const copied = await copy(text())
      made.textContent = copied ? 'Copied' : 'Not copied'
      announce(copied ? `Copied: ${what}` : `The browser did not let ${what} be copied`)
      clearTimeout(back)
      back = setTimeout(() => {
        made.textContent = 'Copy'
      }, SHOWN)
    },
    { class: 'copy', 'aria-label': `Copy ${what}` },
  )
  return made
}

async function copy(text: string): Promise<boolean> {
  try {
    // Only there on https and on the loopback.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
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
