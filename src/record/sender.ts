import { type Exchange, isPlantsAnswer, type Probe } from '../judge/exchange.ts'
import { type Fact, selectKept } from '../judge/transcript.ts'
import { groupParallel } from './groups.ts'
import type { Client } from './http/client.ts'
import { createRecovery } from './recovery.ts'

export type SenderOptions = {
  client: Client
  /** The operation's address. */
  url: string
  maxRequests: number
  /** Milliseconds to wait for a server that is down. */
  outagePatience: number
  onProgress: (done: number) => void
  /** Called when the server is down and the run waits for it. */
  onOutage: () => void
  /** Finds what keeps the first request of the run from reaching the operation. */
  findObstacle: (first: Exchange) => Promise<string | undefined>
  /** Ends the run early when it aborts, with a text that says why. */
  signal: AbortSignal
}

/** Sends probes and records what happens, until there is a reason to stop. It only appends. */
export type Sender = {
  /** Sends probes in order, neighbours with the same `parallel` at once. Returns what was received. */
  send: (probes: readonly Probe[], attempt: number) => Promise<readonly Exchange[]>
  /** Everything received so far, apart from what was lost in an outage and sent again. */
  exchanges: () => readonly Exchange[]
  /** Everything that happened so far. */
  recorded: () => { exchanges: readonly Exchange[]; facts: readonly Fact[] }
  /** What keeps the first request from reaching the operation, if it does not get a list. */
  obstacle: () => Promise<string | undefined>
  /** Why no more requests are sent. */
  stopped: () => string | undefined
  /** From now on, sends to another address of the operation. */
  moveTo: (url: string) => void
  /** Stops for a reason of its own. */
  stop: (why: string) => void
}

/** Give up after this many responses in a row that are too long. */
const GIVE_UP_AFTER = 3

export function createSender(options: SenderOptions): Sender {
  const { client, maxRequests, onProgress, signal } = options
  let { url } = options
  const all: Exchange[] = []
  const facts: Fact[] = []
  let kept: readonly Exchange[] = []
  let stopped: string | undefined
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })

  /** Sends one probe, or several together. When the run ends early, none of them counts. */
  const sendGroup = async (group: readonly Probe[], attempt: number): Promise<readonly Exchange[]> => {
    const [probe, ...others] = group
    if (!probe) return []
    const sending =
      others.length > 0
        ? client.sendTogether(group, url, attempt)
        : client.send(probe, url, attempt).then((exchange) => [exchange])
    return (await Promise.race([sending, aborted])) ?? []
  }
  const add = (received: readonly Exchange[]): void => {
    all.push(...received)
    addLateBytes()
    onProgress(kept.length)
  }
  const addLateBytes = (): void => {
    for (const { connection, detail } of client.takeLateBytes()) {
      const exchange = all.findIndex(
        (each) => each.connection.id === connection.id && each.connection.earlier === connection.earlier,
      )
      if (exchange >= 0) facts.push({ kind: 'late-bytes', exchange, detail })
    }
    kept = selectKept({ exchanges: [...all], facts })
  }
  const stop = (why: string): void => {
    if (stopped === undefined) facts.push({ kind: 'stopped', why })
    stopped ??= why
  }
  const checkBudget = (count: number): void => {
    if (signal.aborted) stop(String(signal.reason))
    else if (client.sent() - countHops(all) + count > maxRequests)
      stop(`the limit of ${maxRequests} requests was reached`)
  }
  let examined: Exchange | undefined
  let found: string | undefined
  const obstacle = async (): Promise<string | undefined> => {
    const [first] = kept
    if (!first || first === examined || isPlantsAnswer(first)) return found
    examined = first
    found = await options.findObstacle(first)
    if (found !== undefined) facts.push({ kind: 'obstacle', text: found })
    return found
  }
  const recovery = createRecovery({
    ...options,
    isObstructed: async () => (await obstacle()) !== undefined,
    sendGroup: async (group, attempt) => {
      checkBudget(group.length)
      return stopped === undefined ? await sendGroup(group, attempt) : []
    },
    exchanges: () => kept,
    add: (received, lost = []) => {
      const first = all.length
      if (lost.length > 0)
        facts.push({
          kind: 'lost',
          exchanges: lost.map((exchange) => all.indexOf(exchange)),
          again: received.map((_, index) => first + index),
        })
      add(received)
    },
    addOutage: (outage) => void facts.push({ kind: 'outage', ...outage }),
    stopped: () => stopped,
    stop,
  })

  return {
    send: async (probes, attempt) => {
      const before = all.length
      const queue = [...probes]
      while (queue.length > 0 && stopped === undefined) {
        const [group = []] = groupParallel(queue)
        checkBudget(group.length)
        if (stopped !== undefined) break
        queue.splice(0, group.length)
        const received = await sendGroup(group, attempt)
        add(received)
        const why = signal.aborted ? String(signal.reason) : findReasonToStop(kept.slice(-GIVE_UP_AFTER))
        if (why !== undefined) stop(why)
        if (stopped === undefined) await recovery.check(received)
      }
      const earlier = new Set(all.slice(0, before))
      return kept.filter((exchange) => !earlier.has(exchange))
    },
    exchanges: () => kept,
    recorded: () => {
      addLateBytes()
      return { exchanges: all, facts }
    },
    obstacle,
    stopped: () => stopped,
    moveTo: (moved) => {
      url = moved
    },
    stop,
  }
}

/** How many redirects were followed. They do not count: a sound server may redirect every request. */
function countHops(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((sum, { hops }) => sum + hops.length, 0)
}

/** Why it makes no sense to go on after these exchanges, the last ones. */
function findReasonToStop(latest: readonly Exchange[]): string | undefined {
  return latest.length === GIVE_UP_AFTER && latest.every(({ response }) => response?.cut === true)
    ? `${GIVE_UP_AFTER} responses in a row were too long to read`
    : undefined
}
