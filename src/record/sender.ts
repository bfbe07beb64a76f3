import { type Exchange, isPlantsAnswer, type Probe } from '../judge/exchange.ts'
import { isDeadly } from '../judge/silence.ts'
import { type Fact, listFacts, selectKept } from '../judge/transcript.ts'
import { groupParallel } from './groups.ts'
import type { Client } from './http/client.ts'
import { createTrouble } from './trouble.ts'

type SenderOptions = {
  client: Client
  maxRequests: number
  /** Milliseconds to wait for a server that is down. */
  outagePatience: number
  /** Tells the user how the run goes on. */
  report: (event: object) => void
  /** Finds what keeps the first request of the run from reaching the operation. */
  findObstacle: (first: Exchange) => Promise<string | undefined>
  /** Ends the run early when it aborts, with a text that says why. */
  signal: AbortSignal
}

/** Sends probes and records what happens, until there is a reason to stop. It only appends. */
export type Sender = {
  /** Sends probes in order, neighbours with the same `parallel` together. Returns what was received. */
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
  stop: (why: string) => void
}

/** Give up after this many responses in a row that are too long. */
const GIVE_UP_AFTER = 3
/** After this many different requests of a kind without a response, and none with one, the others of that kind are left out. */
const LEFT_OUT_AFTER = 2

export function createSender(address: string, options: SenderOptions): Sender {
  const { client, maxRequests, signal } = options
  let url = address
  const all: Exchange[] = []
  const facts: Fact[] = []
  let kept: readonly Exchange[] = []
  let stopped: string | undefined
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })

  const stop = (why: string): void => {
    if (stopped === undefined) facts.push({ kind: 'stopped', why })
    stopped ??= why
  }
  /** Records exchanges. They may be what became of requests that were lost in an outage. */
  const add = (received: readonly Exchange[], lost: readonly Exchange[] = []): void => {
    const first = all.length
    if (lost.length > 0)
      facts.push({
        kind: 'lost',
        exchanges: lost.map((exchange) => all.indexOf(exchange)),
        again: received.map((_, index) => first + index),
      })
    all.push(...received)
    addLateBytes()
    options.report({ done: kept.length })
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
  /** Redirects do not count: a sound server may redirect every request. */
  const checkBudget = (count: number): void => {
    const hops = all.reduce((sum, exchange) => sum + exchange.hops.length, 0)
    if (signal.aborted) stop(String(signal.reason))
    else if (client.sent() - hops + count > maxRequests)
      stop(`the limit of ${maxRequests} requests was reached`)
  }
  /** Sends one probe, or several together, without recording them. When the run ends early, none of them counts. */
  const sendGroup = async (group: readonly Probe[], attempt: number): Promise<readonly Exchange[]> => {
    checkBudget(group.length)
    const [probe, ...others] = group
    if (!probe || stopped !== undefined) return []
    const sending =
      others.length > 0
        ? client.sendTogether(group, url, attempt)
        : client.send(probe, url, attempt).then((exchange) => [exchange])
    return (await Promise.race([sending, aborted])) ?? []
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
  const checkTrouble = createTrouble({
    sendGroup,
    exchanges: () => kept,
    add,
    addOutage: (outage) => void facts.push({ kind: 'outage', ...outage }),
    stopped: () => stopped,
    stop,
    isObstructed: async () => (await obstacle()) !== undefined,
    patience: options.outagePatience,
    onWait: () => options.report({ waitingMs: options.outagePatience }),
    signal,
  })
  /** Those that may get a response, and a fact for the others. */
  const leaveOut = (group: readonly Probe[]): readonly Probe[] => {
    const outages = listFacts(facts, 'outage')
    const stopping = kept.filter((each) => each.failure !== undefined && isDeadly(each, outages))
    if (stopping.length === 0 && !kept.some(isSilent)) return group
    const lowest = Math.min(...stopping.map(({ probe }) => readLimit(probe) || Number.POSITIVE_INFINITY))
    const isDeadlyLimit = (probe: Probe): boolean => readLimit(probe) >= lowest
    const high = kept.filter(({ probe }) => isDeadlyLimit(probe))
    // A server that died of each high limit so far, and of two requests at least, would die of the next one.
    const isStopped =
      high.every((each) => stopping.includes(each)) &&
      new Set(high.map(({ probe }) => probe.id)).size >= LEFT_OUT_AFTER
    const isHopeless = (probe: Probe): boolean => {
      if (isStopped && isDeadlyLimit(probe)) return true
      const alike = listKinds(probe).map((kind) =>
        kept.filter((each) => listKinds(each.probe).includes(kind)),
      )
      return alike.some(
        (exchanges) =>
          exchanges.every(isSilent) &&
          // Alone, a request shows that the load is not why it gets no response.
          exchanges.some((each) => each.probe.parallel === undefined) &&
          new Set(exchanges.map((each) => each.probe.id)).size >= LEFT_OUT_AFTER,
      )
    }
    const left = group.filter(
      (probe) => isHopeless(probe) && kept.every((each) => each.probe.id !== probe.id),
    )
    if (left.length > 0) facts.push({ kind: 'left-out', probes: left.map(({ id }) => id) })
    return group.filter((probe) => !left.includes(probe))
  }

  return {
    send: async (probes, attempt) => {
      const before = all.length
      for (const whole of groupParallel(probes)) {
        const received = await sendGroup(leaveOut(whole), attempt)
        if (stopped !== undefined) break
        add(received)
        const why = signal.aborted ? String(signal.reason) : explainLength(kept.slice(-GIVE_UP_AFTER))
        if (why !== undefined) stop(why)
        else await checkTrouble(received)
        if (stopped !== undefined) break
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

function isSilent({ failure }: Exchange): boolean {
  return failure?.kind === 'timeout'
}

/** The limit that a request asks for. NaN if it is no whole number. */
function readLimit({ query }: Probe): number {
  const limit = new URLSearchParams(query).get('limit') ?? ''
  return /^\d+$/.test(limit) ? Number(limit) : Number.NaN
}

/** What a server may tell requests apart by, when it answers some and not others. */
function listKinds({ method, limit, credential, conditions = {} }: Probe): string[] {
  const values = Object.entries(conditions).map((condition) => condition.join('='))
  return [[method, limit, credential.kind].join(' '), ...values]
}

/** Why it makes no sense to go on after these exchanges, the last ones. */
function explainLength(latest: readonly Exchange[]): string | undefined {
  return latest.length === GIVE_UP_AFTER && latest.every(({ response }) => response?.cut === true)
    ? `${GIVE_UP_AFTER} responses in a row were too long to read`
    : undefined
}
