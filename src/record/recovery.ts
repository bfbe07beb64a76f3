import { type Exchange, isAnswered, type Probe } from '../judge/exchange.ts'
import { isLockedOut } from '../judge/lockout.ts'
import type { Outage } from '../judge/transcript.ts'
import { isLost, isServing, wasClosed, wasSent } from './loss.ts'
import { bridgeOutage, type RecoveryOptions } from './outage.ts'
import { clearOthers, repeatGroup } from './repeatGroup.ts'

/** Finds out why requests were not answered, and brings the run through an outage. */
export type Recovery = {
  /** Call it with what each group of probes received. */
  check: (received: readonly Exchange[]) => Promise<void>
}

/** Give up after this many outages. */
const MOST_OUTAGES = 5

export function createRecovery(options: RecoveryOptions): Recovery {
  const { sendGroup, exchanges, add, stopped, stop } = options
  let outages = 0
  let plain: Probe | undefined
  /** Those without a response since the last one, and when the first of them was sent. */
  let lost: readonly Exchange[] = []
  let since = 0
  /** The server rejects the client, or has never answered: there is no use in waiting. */
  let isPointless = false

  const report = (outage: Outage, why: string): void => {
    outages += 1
    options.addOutage(outage)
    if (!outage.recovered) stop(`the server stopped answering after ${outage.afterProbe}: ${why}`)
    else if (outages >= MOST_OUTAGES) stop(`the server stopped answering ${outages} times`)
  }
  const askPlain = async (probe: Probe): Promise<Exchange | undefined> => {
    const attempts = exchanges().filter((exchange) => exchange.probe === probe).length
    const [control] = await sendGroup([probe], attempts + 1)
    return control
  }

  return {
    check: async (received) => {
      plain ??= received[0]?.probe
      const missing = received.filter(isLost)
      const longest = Math.max(0, ...missing.map(({ durationMs }) => durationMs))
      if (lost.length === 0) since = performance.now() - longest
      lost = missing.length < received.length ? missing : [...lost, ...missing]
      if (!plain || isPointless || !isSuspicious(missing, lost, plain)) return
      const isStart = !exchanges().some(isAnswered)
      // Nothing has ever listened there, or something else does.
      if (isStart && (!missing.every(wasSent) || (await options.isObstructed()))) return

      const probe = plain
      const ask = () => askPlain(probe)
      const control = await ask()
      const [first] = lost
      if (!control || !first || stopped() !== undefined) return
      if (isServing(control)) {
        add([control])
        if (missing.length > 1 && missing.every(wasClosed)) {
          if (missing.length < received.length) await clearOthers(options, missing)
          else for (const outage of await repeatGroup(options, missing, since)) report(outage, 'no response')
        } else {
          const unsent = missing.filter((exchange) => !wasSent(exchange))
          for (const exchange of unsent) add(await sendGroup([exchange.probe], exchange.attempt), [exchange])
        }
        lost = []
      } else if (isLockedOut(control, [...exchanges(), control])) isPointless = true
      else {
        const isSilent = first.failure?.kind === 'timeout' && control.failure?.kind === 'timeout'
        const patience = isSilent ? 0 : options.outagePatience
        const found = await bridgeOutage({ ...options, ask, lost, since, patience })
        lost = []
        if (isStart && !found.every(({ recovered }) => recovered) && !isSilent) isPointless = true
        else for (const outage of found) report(outage, first.failure?.message ?? 'no response')
      }
    },
  }
}

/** Whether the server may be down. A single request may be refused by closing its connection. */
function isSuspicious(missing: readonly Exchange[], lost: readonly Exchange[], plain: Probe): boolean {
  return (
    missing.some((exchange) => exchange.failure?.kind === 'timeout' || !wasSent(exchange)) ||
    missing.some(({ probe }) => probe === plain) ||
    (missing.length > 0 && lost.length > 1)
  )
}
