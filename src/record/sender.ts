import { messageOf } from '../contract/words.ts'
import { type Exchange, isPlantsAnswer, type Probe } from '../judge/exchange.ts'
import { isDeadly } from '../judge/silence.ts'
import { type Fact, listFacts, selectKept } from '../judge/transcript.ts'
import type { Client } from './http/client.ts'
import { createRecovery, separate } from './recovery.ts'

export type SenderOptions = {
  client: Client
  maxRequests: number
  /** Milliseconds to wait for a server that is down. */
  outagePatience: number
  /** The operator's token, and how to get a new one when it has expired. */
  token?: string | undefined
  fetchToken?: (() => Promise<string | undefined>) | undefined
  /** Tells the user how the run goes on. */
  report: (event: object) => void
  /** Finds what keeps the first request of the run from reaching the operation. */
  findObstacle: (first: Exchange) => Promise<string | undefined>
  /** Ends the run early when it aborts, with a text that says why. */
  signal: AbortSignal
}

/** Sends probes and records what happens, until there is a reason to stop. It only appends. */
export type Sender = {
  /** Sends probes in order, neighbours with the same `parallel` together. Returns what was received, apart from what was lost and sent again. */
  send: (probes: readonly Probe[], attempt: number) => Promise<readonly Exchange[]>
  /** Everything received so far, apart from what was lost and sent again. */
  exchanges: () => readonly Exchange[]
  /** Everything that happened so far. */
  recorded: () => { exchanges: readonly Exchange[]; facts: readonly Fact[] }
  /** What keeps the first request from reaching the operation, if it does not get a list. */
  obstacle: () => Promise<string | undefined>
  /** The operator's token, as it is now. */
  token: () => string | undefined
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
  let { token } = options
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
  const addFact = (fact: Fact): void => {
    facts.push(fact)
    kept = selectKept({ exchanges: [...all], facts })
  }
  const addExchanges = (received: readonly Exchange[]): void => {
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
  const markLost = (lost: readonly Exchange[], again: readonly Exchange[]): void => {
    const [exchanges = [], repeated = []] = [lost, again].map((each) => each.map((one) => all.indexOf(one)))
    if (lost.length > 0) addFact({ kind: 'lost', exchanges, again: repeated })
  }
  /** Why nothing more must be sent. Redirects do not count: a sound server may redirect every request. */
  const findEnd = (count: number): string | undefined => {
    const hops = all.reduce((sum, exchange) => sum + exchange.hops.length, 0)
    const latest = kept.slice(-GIVE_UP_AFTER)
    if (signal.aborted) return String(signal.reason)
    if (latest.length === GIVE_UP_AFTER && latest.every(({ response }) => response?.cut === true))
      return `${GIVE_UP_AFTER} responses in a row were too long to read`
    return client.sent() - hops + count > maxRequests
      ? `the limit of ${maxRequests} requests was reached`
      : undefined
  }
  /** Sends one probe, or several together, and records what they receive: nothing when the run ends first. */
  const deliver = async (group: readonly Probe[], attempt: number): Promise<readonly Exchange[]> => {
    const [probe, ...others] = group.map(renew)
    if (!probe) return []
    const end = findEnd(group.length)
    if (end !== undefined) stop(end)
    if (stopped !== undefined) return []
    const sending =
      others.length > 0
        ? client.sendTogether([probe, ...others], url, attempt)
        : client.send(probe, url, attempt).then((exchange) => [exchange])
    const received = (await Promise.race([sending, aborted])) ?? []
    if (stopped !== undefined) return []
    addExchanges(received)
    return received
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
  const recover = createRecovery({
    deliver,
    exchanges: () => kept,
    markLost,
    addOutage: (outage) => addFact({ kind: 'outage', ...outage }),
    stop,
    isObstructed: async () => (await obstacle()) !== undefined,
    patience: options.outagePatience,
    onWait: () => options.report({ waitingMs: options.outagePatience }),
    signal,
  })

  /** Tokens that were accepted once. */
  const expired: string[] = []
  let isAccepted = false
  /** The probe with the new token instead of one that has expired. */
  const renew = (probe: Probe): Probe => {
    const { credential } = probe
    const now = token
    if (expired.length === 0 || now === undefined) return probe
    const replace = (value: string): string =>
      value.includes(now) ? value : expired.reduce((text, old) => text.replaceAll(old, () => now), value)
    const fields = credential.fields.map((field) => ({ ...field, value: replace(field.value) }))
    return { ...probe, credential: { ...credential, fields } }
  }
  /** If the token was accepted, and is now refused twice, fetches a new one, and sends again what was refused. */
  const replaceExpired = async (received: readonly Exchange[]): Promise<void> => {
    const before = token
    isAccepted ||= received.some((each) => isPlantsAnswer(each) && each.probe.credential.kind === 'valid')
    for (const refused of received.filter(isTokenRefused)) {
      if (options.fetchToken === undefined || token === undefined || !isAccepted) return
      const [again] = await deliver([separate(refused.probe)], refused.attempt + 1)
      if (!again) return
      if (!isTokenRefused(again)) {
        if (token !== before) markLost([refused], [again])
        continue
      }
      const next = await options.fetchToken().catch((error) => stop(messageOf(error)))
      if (next === undefined || next === token) return
      expired.push(token)
      token = next
      addFact({ kind: 'token-fetched' })
      const [served] = await deliver([separate(refused.probe)], refused.attempt + 2)
      isAccepted = served !== undefined && !isTokenRefused(served)
      if (served && isAccepted) markLost([refused, again], [served])
    }
  }

  /** Those that may get a response, and a fact for the others. */
  const leaveOut = (group: readonly Probe[]): readonly Probe[] => {
    const outages = listFacts(facts, 'outage')
    const unanswered = new Set(kept.filter((each) => isSilent(each) || isDeadly(each, outages)))
    if (unanswered.size === 0) return group
    const limits = [...unanswered].map(({ probe }) => readLimit(probe))
    const lowest = Math.min(...limits.filter((limit) => limit > 0))
    const isHopeless = (probe: Probe): boolean =>
      listKinds(probe, lowest).some((kind) => {
        const alike = kept.filter((each) => listKinds(each.probe, lowest).includes(kind))
        return (
          alike.every((each) => unanswered.has(each)) &&
          // Alone, a request shows that the load is not why it gets no response.
          alike.some((each) => each.probe.parallel === undefined) &&
          new Set(alike.map((each) => each.probe.id)).size >= LEFT_OUT_AFTER
        )
      })
    const left = group.filter(
      (probe) => kept.every((each) => each.probe.id !== probe.id) && isHopeless(probe),
    )
    if (left.length > 0) addFact({ kind: 'left-out', probes: left.map(({ id }) => id) })
    return group.filter((probe) => !left.includes(probe))
  }

  return {
    send: async (probes, attempt) => {
      const before = all.length
      for (const group of groupParallel(probes)) {
        const received = await deliver(leaveOut(group), attempt)
        await replaceExpired(received)
        await recover(received)
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
    token: () => token,
    stopped: () => stopped,
    moveTo: (moved) => {
      url = moved
    },
    stop,
  }
}

/** Groups neighbours that are sent together. Every other probe is a group of its own. */
export function groupParallel(probes: readonly Probe[]): Probe[][] {
  const groups: Probe[][] = []
  for (const probe of probes) {
    const last = groups.at(-1)
    const joins = probe.parallel !== undefined && last?.[0]?.parallel === probe.parallel
    if (joins) last.push(probe)
    else groups.push([probe])
  }
  return groups
}

function isSilent({ failure }: Exchange): boolean {
  return failure?.kind === 'timeout'
}

function isTokenRefused({ probe, response }: Exchange): boolean {
  return response?.status === 401 && probe.documented && probe.credential.kind === 'valid'
}

/** The limit that a request asks for. NaN if it is no whole number. */
function readLimit({ query }: Probe): number {
  const limit = new URLSearchParams(query).get('limit') ?? ''
  return /^\d+$/.test(limit) ? Number(limit) : Number.NaN
}

/**
 * What a server may tell requests apart by, when it answers some and not others. `lowest` is the lowest limit without an answer: the
 * server may answer none from there on.
 */
function listKinds(probe: Probe, lowest: number): string[] {
  const { method, limit, credential, conditions = {} } = probe
  const parts = [method === 'GET' ? method : 'another method', `limit ${limit}`, `token ${credential.kind}`]
  const values = Object.entries(conditions).map((condition) => condition.join('='))
  return [...parts, parts.join(), ...values, ...(readLimit(probe) >= lowest ? ['high limit'] : [])]
}
