import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange, Probe } from '../exchange.ts'
import type { Client } from '../http/client.ts'
import { addLateBytes } from '../http/lateBytes.ts'
import { groupParallel } from './groups.ts'

type SenderOptions = {
  client: Client
  /** The operation's address. */
  url: string
  maxRequests: number
  onProgress: (done: number) => void
  /** Ends the run early when it aborts, with a text that says why. */
  signal: AbortSignal
}

/** Sends probes and keeps what it receives, until there is a reason to stop. */
export type Sender = {
  /** Sends probes in order, neighbours with the same `parallel` at once. Returns what was received. */
  send: (probes: readonly Probe[], attempt: number) => Promise<readonly Exchange[]>
  /** Everything received so far. */
  exchanges: () => readonly Exchange[]
  /** Why no more requests are sent. */
  stopped: () => string | undefined
  /** Stops for a reason of its own. */
  stop: (why: string) => void
}

/** Milliseconds for a server to accept the connections of requests that are sent at once. */
const ACCEPTING = 20
/** Give up after this many unanswered requests in a row. */
const GIVE_UP_AFTER = 3

export function createSender({ client, url, maxRequests, onProgress, signal }: SenderOptions): Sender {
  let exchanges: readonly Exchange[] = []
  let stopped: string | undefined
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

  /** Opens the connections of a group first: many servers accept them one at a time. */
  const connect = async (group: readonly Probe[]): Promise<void> => {
    await Promise.all(group.map((probe) => client.prepare(probe, url)))
    await pause(ACCEPTING)
  }
  /** Sends probes at once. When the run ends early, returns what was received until then. */
  const sendGroup = async (group: readonly Probe[], attempt: number): Promise<Exchange[]> => {
    if (group.length > 1) await Promise.race([connect(group), aborted])
    const received: (Exchange | undefined)[] = group.map(() => undefined)
    const sending = group.map(async (probe, index) => {
      received[index] = await client.send(probe, url, attempt)
    })
    await Promise.race([Promise.all(sending), aborted])
    return received.filter((exchange) => exchange !== undefined)
  }

  return {
    send: async (probes, attempt) => {
      const before = exchanges.length
      for (const group of groupParallel(probes)) {
        if (stopped !== undefined) break
        if (client.sent() - countHops(exchanges) + group.length > maxRequests) {
          stopped = `the limit of ${maxRequests} requests was reached`
          break
        }
        exchanges = [...exchanges, ...(await sendGroup(group, attempt))]
        exchanges = addLateBytes(exchanges, client.takeLateBytes())
        onProgress(exchanges.length)
        stopped = signal.aborted ? String(signal.reason) : findReasonToStop(exchanges.slice(-GIVE_UP_AFTER))
      }
      return exchanges.slice(before)
    },
    exchanges: () => exchanges,
    stopped: () => stopped,
    stop: (why) => {
      stopped = why
    },
  }
}

/** How many redirects were followed. They do not count: a sound server may redirect every request. */
function countHops(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((sum, { hops }) => sum + hops.length, 0)
}

/** Why it makes no sense to go on after these exchanges, the last ones. */
function findReasonToStop(latest: readonly Exchange[]): string | undefined {
  if (latest.length < GIVE_UP_AFTER) return undefined
  if (latest.every(isUnanswered))
    return `${GIVE_UP_AFTER} requests in a row were not answered: ${latest.at(-1)?.failure?.message}`
  if (latest.every(({ response }) => response?.cut === true))
    return `${GIVE_UP_AFTER} responses in a row were too long to read`
  return undefined
}

function isUnanswered({ failure }: Exchange): boolean {
  return failure !== undefined && failure.kind !== 'empty' && failure.kind !== 'unparsable'
}
