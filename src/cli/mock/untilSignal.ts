const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Settles at the first SIGINT or SIGTERM. A second one is left to Node, which ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const signal of SIGNALS) process.off(signal, stop)
      resolve()
    }
    for (const signal of SIGNALS) process.on(signal, stop)
  })
}
