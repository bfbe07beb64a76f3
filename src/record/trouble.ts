import { setTimeout as pause } from 'node:timers/promises'
import { type Exchange, type Failure, isAnswered, type Probe } from '../judge/exchange.ts'
import { isLockedOut } from '../judge/lockout.ts'
import type { Outage } from '../judge/transcript.ts'
import { groupParallel, separate } from './groups.ts'

type TroubleOptions = {
  /** Sends probes together, without recording what they receive. */
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
  patience: number
  /** Called when the server is down and the run waits for it. */
  onWait: () => void
  signal: AbortSignal
}

/** How a time without answers ended, and whether a request is known to have caused it. */
type End = Pick<Outage, 'recovered' | 'confirmed'>

/** Failures after which the server may be down. After the others, it has answered, or the run was stopped. */
const LOST: readonly Failure['kind'][] = ['refused', 'unreachable', 'dns', 'tls', 'reset', 'empty', 'timeout']
/** Give up after this many outages. */
const MAX_OUTAGES = 5
/** Milliseconds between two requests to a server that is down: at first, and at most. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 1_000
/** Milliseconds in which a server dies after a response, if it dies of that request. */
const DYING = 100

/** Whether the server may be down, because it did not respond. */
export function isLost({ failure }: Exchange): boolean {
  return failure !== undefined && LOST.includes(failure.kind)
}

/** Whether the server answered itself. A gateway that cannot reach it answers in its place. */
export function isServing({ response }: Exchange): boolean {
  return response !== undefined && ![502, 503, 504].includes(response.status)
}

/**
 * Creates the function that looks at what each group of probes received. If requests got no response, it sends the plain one until the
 * server answers, and then each of the lost ones again. An outage by itself is no violation; a request that is lost twice is.
 */
export function createTrouble(options: TroubleOptions): (received: readonly Exchange[]) => Promise<void> {
  const { sendGroup, exchanges, add, stopped, stop, signal } = options
  let outages = 0
  let plain: Probe | undefined
  /** Those without a response since the last one, and when the first of them was sent. */
  let lost: readonly Exchange[] = []
  let since = 0
  /** The server rejects the client, or has never answered: there is no use in waiting. */
  let isPointless = false

  const askPlain = async (probe: Probe): Promise<Exchange | undefined> => {
    const attempts = exchanges().filter((exchange) => exchange.probe === probe).length
    const [control] = await sendGroup([probe], attempts + 1)
    return stopped() === undefined ? control : undefined
  }
  /** Sends the plain request until the server responds. Resolves to false if it does not within the time limit. */
  const isBack = async (probe: Probe, from: number, patience: number): Promise<boolean> => {
    if (patience > 0) options.onWait()
    for (let ms = FIRST_PAUSE; performance.now() - from < patience; ms = Math.min(ms * 2, LONGEST_PAUSE)) {
      await pause(ms, undefined, { signal })
      const control = await askPlain(probe)
      if (!control) return false
      if (!isServing(control)) continue
      add([control])
      return true
    }
    return false
  }
  const report = ({ probe, attempt, failure }: Exchange, end: End): void => {
    outages += 1
    const ms = Math.round(performance.now() - since)
    options.addOutage({ afterProbe: probe.id, attempt, ms, ...end })
    if (!end.recovered)
      stop(`the server stopped answering after ${probe.id}: ${failure?.message ?? 'no response'}`)
    else if (outages >= MAX_OUTAGES) stop(`the server stopped answering ${outages} times`)
  }
  /** Whether the server is down again after a repeated probe: undefined if not, else how that ended. */
  const findSecond = async (
    probe: Probe,
    { durationMs }: Exchange,
    patience: number,
  ): Promise<End | undefined> => {
    const control = await askPlain(probe)
    if (!control) return undefined
    if (!isServing(control))
      return { recovered: await isBack(probe, performance.now() - durationMs, patience), confirmed: true }
    add([control])
    return undefined
  }
  /** Repeats requests one at a time. Returns those that get no response again, and how the outage ended that one of them caused. */
  const repeatAlone = async (probe: Probe, group: readonly Exchange[], patience: number) => {
    const answered: { original: Exchange; again: Exchange }[] = []
    const failed: { original: Exchange; again: Exchange }[] = []
    for (const original of group) {
      const [again] = await sendGroup([separate(original.probe)], original.attempt)
      if (!again || stopped() !== undefined) return undefined
      if (!isLost(again)) {
        answered.push({ original, again })
        continue
      }
      failed.push({ original, again: { ...again, attempt: again.attempt + 1 } })
      const end = await findSecond(probe, again, patience)
      if (end) return { answered, failed, end, culprit: original }
    }
    return { answered, failed }
  }
  /** Repeats requests that were sent together and lost. Resolves to how the outage ended that they caused again. */
  const repeatGroup = async (
    probe: Probe,
    group: readonly Exchange[],
    patience: number,
    { isWhole }: { isWhole: boolean },
  ): Promise<{ end: End; culprit: Exchange } | 'answered' | undefined> => {
    const [first, ...others] = group
    if (!first) return undefined
    const probes = group.map((exchange) => exchange.probe)
    const together = isWhole ? await sendGroup(probes, first.attempt) : []
    if (stopped() !== undefined) return undefined
    const missing = together.find(isLost)
    if (isWhole && !missing) {
      add(together, group)
      return 'answered'
    }
    const again = together.map((exchange) => ({ ...exchange, attempt: exchange.attempt + 1 }))
    const down = missing && (await findSecond(probe, missing, patience))
    if (others.length === 0 || (down && !down.recovered)) {
      const culprit = group.find((each) => each.probe === missing?.probe) ?? first
      add(again.filter(isLost), down ? group.filter((each) => each !== culprit) : [])
      return down && { end: down, culprit }
    }
    const alone = await repeatAlone(probe, group, patience)
    if (!alone) return undefined
    const { answered, failed, end, culprit } = alone
    // Only together do they get no response: then all of them stay.
    if (failed.length === 0) {
      add(again)
      return down && { end: down, culprit: group.find((each) => each.probe === missing?.probe) ?? first }
    }
    const innocent = group.filter((each) => failed.every(({ original }) => original !== each))
    add([...answered.map((each) => each.again), ...failed.map((each) => each.again)], innocent)
    return end && culprit && { end, culprit }
  }
  /** The server is back after it had not answered: finds out whether it was a request that stopped it. */
  const bridge = async (probe: Probe, missing: readonly Exchange[], patience: number): Promise<void> => {
    const [first] = missing
    if (!first) return
    const before = exchanges()[exchanges().indexOf(first) - 1]
    const suspect = wasSent(first) || !before ? first : before
    if (!(await isBack(probe, since, patience))) {
      const confirmed = isCause(suspect, exchanges())
      add(
        [],
        missing.filter((each) => each !== suspect),
      )
      return report(suspect, { recovered: false, confirmed })
    }
    for (const group of groupParallel(missing.map((each) => each.probe))) {
      const originals = missing.filter((each) => group.includes(each.probe))
      const found = await repeatGroup(probe, originals, patience, { isWhole: true })
      if (found !== undefined && found !== 'answered') {
        const rest = missing.slice(missing.indexOf(originals.at(-1) as Exchange) + 1)
        add([], rest)
        return report(found.culprit, found.end)
      }
      if (stopped() !== undefined) break
    }
    if (!before || stopped() !== undefined) return report(suspect, { recovered: true, confirmed: false })
    // It may also have died right after a response.
    const again = await sendGroup([before.probe], before.attempt + 1)
    add(again)
    for (const ms of [0, DYING]) {
      await pause(ms, undefined, { signal })
      const end = await findSecond(probe, before, patience)
      if (end) return report(before, end)
    }
    report(suspect, { recovered: true, confirmed: false })
  }

  return async (received) => {
    plain ??= received[0]?.probe
    const missing = received.filter(isLost)
    const longest = Math.max(0, ...missing.map(({ durationMs }) => durationMs))
    if (lost.length === 0) since = performance.now() - longest
    lost = missing.length < received.length ? missing : [...lost, ...missing]
    if (!plain || isPointless || !isSuspicious(missing, lost, plain)) return
    const isStart = !exchanges().some(isAnswered)
    // Nothing has ever listened there, or something else does.
    if (isStart && (!missing.every(wasSent) || (await options.isObstructed()))) return
    const control = await askPlain(plain)
    if (!control) return
    const all = lost
    if (isServing(control)) {
      lost = []
      add([control])
      if (missing.length > 1 && missing.every(wasClosed)) {
        const isWhole = missing.length === received.length
        const found = await repeatGroup(plain, missing, options.patience, { isWhole })
        if (found === 'answered' && missing[0]) report(missing[0], { recovered: true, confirmed: false })
        else if (found !== undefined && found !== 'answered') report(found.culprit, found.end)
      } else
        for (const exchange of missing.filter((each) => !wasSent(each)))
          add(await sendGroup([exchange.probe], exchange.attempt), [exchange])
    } else if (isLockedOut(control, [...exchanges(), control])) isPointless = true
    else {
      lost = []
      const isSilent = all[0]?.failure?.kind === 'timeout' && control.failure?.kind === 'timeout'
      if (isStart && !isSilent && !(await isBack(plain, since, options.patience))) isPointless = true
      else await bridge(plain, all, isSilent ? 0 : options.patience)
    }
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

/** Whether the request was sent, so that it may be what stopped the server. */
function wasSent({ connection }: Exchange): boolean {
  return connection.id > 0
}

/** Whether the server closed the connection in place of a response. */
function wasClosed({ connection, failure }: Exchange): boolean {
  return connection.id > 0 && (failure?.kind === 'empty' || failure?.kind === 'reset')
}

/**
 * Whether a server that never came back died of this request, which cannot be repeated: it was sent alone and got no response, and
 * earlier requests did, but none with the same value of `limit`, or with the same method and address.
 */
function isCause({ probe, failure, url, connection }: Exchange, exchanges: readonly Exchange[]): boolean {
  if (failure === undefined || connection.id === 0 || probe.parallel !== undefined) return false
  const isSame = (other: Exchange): boolean =>
    probe.maxResults === undefined
      ? other.url === url && other.probe.method === probe.method
      : other.probe.maxResults === probe.maxResults
  const answered = exchanges.filter((other) => other.response !== undefined)
  return answered.length > 0 && !answered.some(isSame)
}
