import { signal } from '@preact/signals'

/** A notice at the top of the page. A later notice of the same kind replaces an earlier notice. */
export type Notice = { kind: 'control' | 'reload'; tone: 'good' | 'bad'; text: string }

export const notices = signal<readonly Notice[]>([])

export function notify(notice: Notice): void {
  dismiss(notice.kind)
  notices.value = [...notices.value, notice]
}

export function dismiss(kind: Notice['kind']): void {
  notices.value = notices.value.filter((notice) => notice.kind !== kind)
}

/** Runs an action that uses the control API. If the action fails, shows the reason in a notice. */
export async function attempt(action: () => unknown): Promise<void> {
  try {
    await action()
    dismiss('control')
  } catch (error) {
    notify({ kind: 'control', tone: 'bad', text: `The request failed: ${messageOf(error)}` })
  }
}

/** Returns the message of an error, or of any other thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
