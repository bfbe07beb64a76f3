import { find } from './ui/element.ts'

const KEY = 'plant-store-admin-token'

/** The admin token that was entered in this tab. */
export function readAdminToken(): string | undefined {
  return sessionStorage.getItem(KEY) ?? undefined
}

let asking: Promise<boolean> | undefined

/** Asks for the admin token. Requests that need it at the same time share one dialog. Returns false if none is entered. */
export function askForAdminToken(reason: string): Promise<boolean> {
  asking ??= showDialog(reason).finally(() => {
    asking = undefined
  })
  return asking
}

function showDialog(reason: string): Promise<boolean> {
  const dialog = find('token-dialog', HTMLDialogElement)
  const field = find('admin-token', HTMLInputElement)
  find('token-reason', HTMLElement).textContent = reason
  field.value = ''
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener(
      'close',
      () => {
        const entered = dialog.returnValue === 'entered' && field.value !== ''
        if (entered) sessionStorage.setItem(KEY, field.value)
        resolve(entered)
      },
      { once: true },
    )
  })
}
