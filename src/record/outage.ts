import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange, Probe } from '../judge/exchange.ts'
import type { Outage } from '../judge/transcript.ts'
import { groupParallel, separate } from './groups.ts'
import { isLost, isServing, wasSent } from './loss.ts'

/** How to send requests, and to record what they receive. */
export type RecoveryOptions = {
  /** Sends probes at once, without recording what they receive. */
  sendGroup: (group: readonly Probe[], attempt: number) => Promise<readonly Exchange[]>
  /** The exchanges so far that were not lost in an outage. */
  exchanges: () => readonly Exchange[]
  /** Records exchanges. They may be what became of requests that were lost in an outage. */
  add: (received: readonly Exchange[], lost?: readonly Exchange[]) => void
  addOutage: (outage: Outage) => void
  stopped: () => string | undefined
  stop: (why: string) => void
  /** Whether something else than the server keeps the first request from an answer. */
  isObstructed: () => Promise<boolean>
  /** Milliseconds to wait for a server that is down. */
  outagePatience: number
  /** Called when the server is down and the run waits for it. */
  onOutage: () => void
  signal: AbortSignal
}

type OutageOptions = Omit<RecoveryOptions, 'addOutage' | 'isObstructed' | 'outagePatience' | 'stop'> & {
  /** Sends the plain request, without keeping what it receives. */
  ask: () => Promise<Exchange | undefined>
  /** The exchanges without a response since the last one. */
  lost: readonly Exchange[]
  /** When the first of them was sent. */
  since: number
  /** Milliseconds to wait for the server. */
  patience: number
}

/** Milliseconds between two requests to a server that is down: at first, and at most. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 1_000
/** Milliseconds in which a server dies after a response, if it dies of that request. */
const DYING = 100

/**
 * Waits until the server is back, then repeats what was lost. The lost exchanges are marked as such, so that an outage by
 * itself is no violation. If a repeated probe stops the server again, neither of its exchanges is.
 */
export async function bridgeOutage(options: OutageOptions): Promise<readonly Outage[]> {
  const { lost, since, sendGroup, exchanges, add, stopped, signal } = options
  const [first] = lost
  if (!first) return []
  const before = exchanges()[exchanges().indexOf(first) - 1]
  const suspect = wasSent(first) || !before ? first : before

  if (!(await isBack(options, since))) {
    const confirmed = isCause(suspect, exchanges())
    add([], without(lost, suspect))
    return [describeOutage(suspect, since, { recovered: false, confirmed })]
  }
  const outage = describeOutage(suspect, since, { recovered: true, confirmed: false })

  for (const group of groupParallel(lost.map(({ probe }) => probe))) {
    const originals = lost.filter(({ probe }) => group.includes(probe))
    const again = await sendGroup(group, first.attempt)
    if (stopped() !== undefined) return [outage]
    const missing = again.find(isLost)
    const down = missing && (await findSecond(options, missing))
    if (!missing || !down) {
      add(again, originals)
      continue
    }
    const alone =
      group.length > 1 && down.recovered ? await findOne(options, group, first.attempt) : undefined
    const { culprit, second } = alone ?? { culprit: missing, second: down }
    const cause = lost.find(({ probe }) => probe.id === culprit.probe.id)
    add([{ ...culprit, attempt: culprit.attempt + 1 }], without(lost, cause))
    return [describeOutage(cause ?? culprit, since, second)]
  }
  // It may also have died right after a response.
  if (!before || stopped() !== undefined) return [outage]
  const again = await sendGroup([before.probe], before.attempt + 1)
  add(again)
  for (const ms of [0, DYING]) {
    await pause(ms, undefined, { signal })
    const second = await findSecond(options, before)
    if (second) return [describeOutage(before, since, second)]
  }
  return [outage]
}

/**
 * Whether a server that never came back died of this request, which cannot be repeated: it was sent alone and got no response, and
 * earlier requests did, but none with the same value of `limit`, or with the same method and address.
 */
function isCause({ probe, failure, url, connection }: Exchange, exchanges: readonly Exchange[]): boolean {
  if (failure === undefined || connection.id === 0 || probe.parallel !== undefined) return false
  const isSame = (other: Exchange): boolean =>
    probe.most === undefined
      ? other.url === url && other.probe.method === probe.method
      : other.probe.most === probe.most
  const answered = exchanges.filter((other) => other.response !== undefined)
  return answered.length > 0 && !answered.some(isSame)
}

/** Whether the server is down again after a repeated probe: undefined if not, else whether it came back. */
async function findSecond(
  options: OutageOptions,
  repeated: Pick<Exchange, 'durationMs'>,
): Promise<Pick<Outage, 'recovered' | 'confirmed'> | undefined> {
  const control = await options.ask()
  if (!control || options.stopped() !== undefined) return undefined
  if (isServing(control)) {
    options.add([control])
    return undefined
  }
  const recovered = await isBack(options, performance.now() - repeated.durationMs)
  return { recovered, confirmed: true }
}

/** Repeats requests one at a time that stop the server when they are sent at once, until one of them stops it alone. */
async function findOne(
  options: OutageOptions,
  group: readonly Probe[],
  attempt: number,
): Promise<{ culprit: Exchange; second: Pick<Outage, 'recovered' | 'confirmed'> } | undefined> {
  for (const probe of group) {
    const [culprit] = await options.sendGroup([separate(probe)], attempt)
    if (!culprit || options.stopped() !== undefined) return undefined
    const second = isLost(culprit) && (await findSecond(options, culprit))
    if (second) return { culprit, second }
  }
  return undefined
}

/** Sends the plain request until the server responds. Resolves to false if it does not within the time limit. */
async function isBack(
  { ask, add, stopped, patience, onOutage, signal }: OutageOptions,
  since: number,
): Promise<boolean> {
  if (patience > 0) onOutage()
  let ms = FIRST_PAUSE
  while (performance.now() - since < patience) {
    await pause(ms, undefined, { signal })
    const control = await ask()
    if (!control || stopped() !== undefined) return false
    if (isServing(control)) {
      add([control])
      return true
    }
    ms = Math.min(ms * 2, LONGEST_PAUSE)
  }
  return false
}

function without(exchanges: readonly Exchange[], exchange: Exchange | undefined): Exchange[] {
  return exchanges.filter((each) => each !== exchange)
}

/** The outage that began with an exchange at `since`. */
export function describeOutage(
  { probe, attempt }: Exchange,
  since: number,
  end: Pick<Outage, 'recovered' | 'confirmed'>,
): Outage {
  return { afterProbe: probe.id, attempt, ms: Math.round(performance.now() - since), ...end }
}
