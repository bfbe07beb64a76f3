import { notify, withdraw } from './notices.ts'

/** Does it, and tells where the control API did not let it. */
export async function attempt(act: () => unknown): Promise<void> {
  try {
    await act()
    withdraw('control')
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    notify('control', 'bad', 'The control API did not do as asked', why)
  }
}
