import type { VerifyOptions } from '../judge/verifyOptions.ts'

type EndOptions = Pick<VerifyOptions, 'signal' | 'maxTime'> & {
  /** Ends the run early when it aborts, with a text that says why. */
  stop: AbortSignal | undefined
}

/** Watches for what ends a run early. The signal aborts with a text that says why. */
export function watchEnd({ stop, signal, maxTime }: EndOptions): { signal: AbortSignal; close: () => void } {
  const ending = new AbortController()
  const detach = onAbort(stop, (reason) => ending.abort(String(reason)))
  const detachSignal = onAbort(signal, () => ending.abort('the signal was aborted'))
  const timer =
    maxTime !== undefined &&
    setTimeout(() => ending.abort(`the time limit of ${maxTime} s was reached (--max-time)`), maxTime * 1000)
  return {
    signal: ending.signal,
    close: () => {
      detach()
      detachSignal()
      clearTimeout(timer || undefined)
    },
  }
}

/** Calls the listener when the signal aborts, or now if it has. Returns the function that stops listening. */
function onAbort(signal: AbortSignal | undefined, listener: (reason: unknown) => void): () => void {
  if (!signal) return () => {}
  const listen = (): void => listener(signal.reason)
  if (signal.aborted) listen()
  else signal.addEventListener('abort', listen, { once: true })
  return () => signal.removeEventListener('abort', listen)
}
