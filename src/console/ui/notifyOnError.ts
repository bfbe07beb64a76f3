import { messageOf } from '../messageOf.ts'
import { dismiss, notify } from './notices.ts'

/** Runs an action that uses the control API. If it fails, shows why in a notice. */
export async function notifyOnError(action: () => unknown): Promise<void> {
  try {
    await action()
    dismiss('control')
  } catch (error) {
    notify('control', 'bad', 'Control API request failed', messageOf(error))
  }
}
