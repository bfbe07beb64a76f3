import { find } from './ui/element.ts'

const KEY = 'plant-store-admin-token'

/** The token for the control API that was given in this tab. */
export function adminToken(): string | undefined {
  return sessionStorage.getItem(KEY) ?? undefined
}

let asking: Promise<boolean> | undefined

/** Asks for the token, in one dialog however many requests want it. False where none is given. */
export function askForAdminToken(why: string): Promise<boolean> {
  asking ??= ask(why).finally(() => {
    asking = undefined
  })
  return asking
}

function ask(why: string): Promise<boolean> {
  const dialog = find('token-dialog', HTMLDialogElement)
  const field = find('admin-token', HTMLInputElement)
  find('token-why', HTMLElement).textContent = why
  field.value = ''
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener(
      'close',
      () => {
        const given = dialog.returnValue === 'given' && field.value !== ''
        if (given) sessionStorage.setItem(KEY, field.value)
        resolve(given)
      },
      { once: true },
    )
  })
}
