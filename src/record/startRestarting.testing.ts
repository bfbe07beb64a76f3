import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Difference } from '../../contract-tests/implementations/implementation.ts'
import {
  type RunningImplementation,
  responseBytes,
  startImplementation,
} from '../../contract-tests/implementations/startImplementation.ts'

/** Starts a server that goes down after some requests, and returns on the same port when `comeBack` is called. */
export async function startRestarting(
  fallsDown: (request: { query: string; requestsBefore: number }, downs: number) => boolean,
  { respond }: Pick<Difference, 'respond'> = {},
): Promise<RunningImplementation & { comeBack: () => void }> {
  let downs = 0
  let isDown = false
  let called = Promise.withResolvers<void>()
  let isEnded = false
  let running: RunningImplementation
  let restarting = Promise.resolve()
  const restart = async (): Promise<void> => {
    isDown = true
    called = Promise.withResolvers()
    const { port } = new URL(running.baseUrl)
    await running.close()
    await called.promise
    while (isDown && !isEnded)
      try {
        running = await startImplementation(difference, Number(port))
        isDown = false
      } catch (error) {
        // Another process may briefly use the port.
        if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
        await pause(20)
      }
  }
  const close = async (): Promise<void> => {
    isEnded = true
    called.resolve()
    await restarting
    await running.close()
  }
  const difference: Difference = {
    ...(respond && { respond }),
    bytes: (request, response) => {
      if (fallsDown(request, downs)) {
        downs += 1
        // Requests that arrive together stop the server only once: two restarts would listen on the same port.
        if (!isDown) restarting = restart()
        return undefined
      }
      return responseBytes(request, response)
    },
  }
  running = await startImplementation(difference)
  onTestFinished(close)
  return { ...running, close, comeBack: () => called.resolve() }
}
