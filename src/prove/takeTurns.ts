import type { RunningEngine } from '../record/engine.ts'
import type { Engines } from '../record/engineGroup.ts'

/**
 * Engines that test one server one after another, in this order. They start when it is their turn.
 * Otherwise the responses of a server with a memory, and with them the results, would depend on the speed of the machine.
 */
export function takeTurns(engines: Engines): Engines {
  let turn: Promise<unknown> = Promise.resolve()
  const entries = Object.entries(engines).map(([name, start]) => {
    if (typeof start !== 'function') return [name, start]
    const startLater: typeof start = (options) => {
      let running: RunningEngine | undefined
      return {
        judge(requests, target) {
          const outcome = turn.then(() => {
            running = start(options)
            return running.judge(requests, target)
          })
          turn = outcome
          return outcome
        },
        stop: async () => running?.stop(),
      }
    }
    return [name, startLater]
  })
  return Object.fromEntries(entries)
}
