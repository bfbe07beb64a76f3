import { setTimeout as pause } from 'node:timers/promises'
import { type Exchange, type Failure, isAnswered, type Probe } from '../judge/exchange.ts'
import { isLockedOut } from '../judge/silence.ts'
import type { Outage } from '../judge/transcript.ts'
import { speaksTls } from './obstacle.ts'
import { nameRequest, type Run } from './run.ts'

/** Failures after which the server may be down. Excludes `tls`: a certificate that is not trusted now will not be trusted later. */
const LOST: readonly Failure['kind'][] = ['refused', 'unreachable', 'dns', 'reset', 'empty', 'timeout']
/** Maximum milliseconds to wait for a server that is down. A server that restarts usually answers again within ten seconds. */
const OUTAGE_PATIENCE = 15_000
/** The run ends early after this many outages. A server that exits at every large limit has one outage fewer. */
const MAX_OUTAGES = 6
/** Milliseconds between two requests to a server that is down: the first pause, and the longest. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 1_000
/** Once this many requests of a group have timed out again, the rest of the group is not sent again. */
const MAX_TIMEOUTS = 2

/** Whether the server may be down, because it did not respond. */
function isLost({ failure }: Exchange): boolean {
  return failure !== undefined && LOST.includes(failure.kind)
}

/** Whether the server itself answered, not a gateway that cannot reach the server. */
function isServing({ response }: Exchange): boolean {
  return response !== undefined && ![502, 503, 504].includes(response.status)
}

/** Waits until a starting server itself answers, not a gateway in front of the server. Resolves early if waiting is pointless. */
export async function waitForStart(ask: () => Promise<Exchange>, patience: number, { report, signal }: Run) {
  const end = performance.now() + patience
  for (let ms = FIRST_PAUSE; !signal.aborted; ms = Math.min(ms * 2, LONGEST_PAUSE)) {
    const received = await ask().catch(() => undefined)
    const left = end - performance.now()
    const isStarting = received && !isServing(received) && (received.response || isLost(received))
    if (!isStarting || left <= 0) return
    if (ms === FIRST_PAUSE) report({ startingMs: patience })
    await pause(Math.min(ms, left), undefined, { signal }).catch(() => {})
  }
}

/**
 * Creates the function that checks the exchanges of each group of probes. If requests got no response, the function sends the plain request
 * until the server answers, and then repeats each lost request once. The judge can then distinguish a request that is never answered, or
 * that stops the server, from a lost connection or a restart.
 */
export function createRecovery(run: Run): (received: readonly Exchange[]) => Promise<void> {
  const { context, deliver, exchanges, markLost, signal } = run
  const { outagePatience: patience = OUTAGE_PATIENCE } = context
  let plain: Probe | undefined
  let outages = 0
  /** Whether waiting is pointless, because the server rejects the client or has never answered. */
  let isPointless = false

  /** Sends the plain request until the server answers. Resolves to undefined if waiting is pointless. */
  const waitForServer = async (): Promise<'up' | 'back' | 'gone' | undefined> => {
    const unanswered: Exchange[] = []
    const began = performance.now()
    for (let ms = FIRST_PAUSE; ; ms = Math.min(ms * 2, LONGEST_PAUSE)) {
      const attempts = exchanges().filter(({ probe }) => probe.id === plain?.id).length
      const [control] = plain ? await deliver([plain], attempts + 1) : []
      if (!control) return undefined
      if (isServing(control)) {
        markLost(unanswered, [control])
        return unanswered.length === 0 ? 'up' : 'back'
      }
      // For servers that are still starting, users can set --wait-timeout.
      const hasNeverAnswered = isSilent(control) && !exchanges().some(isAnswered)
      isPointless = hasNeverAnswered || isLockedOut(control, exchanges())
      if (unanswered.length === 0 && !isPointless) run.report({ waitingMs: patience })
      unanswered.push(control)
      if (isPointless || performance.now() - began >= patience) {
        markLost(unanswered, [])
        return isPointless ? undefined : 'gone'
      }
      await pause(ms, undefined, { signal })
    }
  }
  const addOutage = (lost: Exchange, since: number, end: Pick<Outage, 'recovered' | 'confirmed'>): void => {
    outages += 1
    const { probe, attempt, failure } = lost
    const ms = Math.round(performance.now() - since)
    run.addFact({ kind: 'outage', afterProbe: probe.id, attempt, ms, ...end })
    const why = failure?.message ?? 'no response'
    if (!end.recovered) run.stop(`the server stopped answering after ${nameRequest(lost)}: ${why}`)
    else if (outages >= MAX_OUTAGES) run.stop(`the server stopped answering ${outages} times`)
  }
  /** Sends a lost request again, alone. Resolves to undefined if the run ends. */
  const sendAgain = async (lost: Exchange): Promise<Exchange | undefined> => {
    const since = performance.now()
    const [again] = await deliver([separate(lost.probe)], lost.attempt + 1)
    if (!again || !isLost(again)) return again
    const state = await waitForServer()
    if (state === 'back' || state === 'gone')
      addOutage(lost, since, { recovered: state === 'back', confirmed: true })
    return state && again
  }

  return async (received) => {
    plain ??= received[0]?.probe
    const lost = received.filter(isLost)
    const [first] = lost
    if (!first || isPointless) return
    const isStart = !exchanges().some(isAnswered)
    // Do not wait: nothing has ever listened at this address, or the server speaks TLS.
    if (isStart && (!lost.every(wasSent) || (await speaksTls(first, run.socket)))) return
    const since = performance.now() - Math.max(...lost.map(({ durationMs }) => durationMs))
    const before = exchanges()[exchanges().indexOf(received[0] ?? first) - 1]
    /** The last request before the server stopped answering. */
    const last = wasSent(first) || !before ? first : before
    const state = await waitForServer()
    if (state === 'gone' && isStart) isPointless = true
    else if (state === 'gone') {
      const others = lost.filter((each) => each !== last)
      markLost(others, [])
      addOutage(last, since, { recovered: false, confirmed: isCause(last, exchanges()) })
    }
    if (state !== 'up' && state !== 'back') return

    const answered: Exchange[] = []
    const failed: Exchange[] = []
    for (const each of lost) {
      // Once several requests have timed out again, sending the others again would take too long.
      const isHopeless = isSilent(each) && failed.filter(isSilent).length >= MAX_TIMEOUTS
      const again = isHopeless ? each : await sendAgain(each)
      if (!again) break
      if (isLost(again)) failed.push(each)
      else answered.push(again)
    }
    const areAllAnswered = answered.length === lost.length
    // A server that allows few connections answers only the first requests of a group. The judge decides about other losses.
    const isTurnedAway = ({ connection, failure }: Exchange) =>
      !connection.earlier && failure?.kind === 'empty'
    const isFull = received.findIndex(isLost) > received.findLastIndex(isAnswered) && lost.every(isTurnedAway)
    if (areAllAnswered && state === 'up' && !isFull) {
      // Distinguishes a server that fails under load from a network that sometimes loses a connection.
      const together = received.map(({ probe }) => probe)
      if (together.length > 1) await deliver(together, first.attempt + 1)
      return
    }
    const others = lost.filter((each) => !failed.includes(each))
    markLost(others, answered)
    if (areAllAnswered && state === 'back') addOutage(last, since, { recovered: true, confirmed: false })
  }
}

/** Returns the probe without `parallel`, so that it is not sent at the same time as other probes. */
export function separate({ parallel: _, ...probe }: Probe): Probe {
  return probe
}

/** Whether the request was actually sent, so that it may have stopped the server. */
function wasSent({ connection }: Exchange): boolean {
  return connection.id > 0
}

export function isSilent({ failure }: Exchange): boolean {
  return failure?.kind === 'timeout'
}

/**
 * Whether this request stopped a server that never came back. The request cannot be repeated, so the result is true if the request was sent
 * alone and got no response, and no request with the same `limit` (or, without a limit, the same method, URL and token) ever got one.
 */
function isCause(exchange: Exchange, exchanges: readonly Exchange[]): boolean {
  if (!isLost(exchange) || !wasSent(exchange) || exchange.probe.parallel !== undefined) return false
  const name = ({ probe: { maxResults, method, credential }, url }: Exchange): number | string =>
    maxResults ?? `${method} ${url} ${credential.label}`
  return !exchanges.some((other) => isAnswered(other) && name(other) === name(exchange))
}
