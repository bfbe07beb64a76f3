import { setTimeout as pause } from 'node:timers/promises'
import { type Exchange, type Failure, isAnswered, type Probe } from '../judge/exchange.ts'
import { isLockedOut } from '../judge/silence.ts'
import type { Outage } from '../judge/transcript.ts'
import { speaksTls } from './obstacle.ts'
import { describeLeak, nameRequest, type Run } from './run.ts'

/** The kinds of failures after which the server may be down. Excludes `tls`, because a certificate does not become trusted later. */
const LOST: readonly Failure['kind'][] = ['refused', 'unreachable', 'dns', 'reset', 'empty', 'timeout']
/** The maximum number of milliseconds to wait for a server that is down. A restart usually takes less time. */
const OUTAGE_PATIENCE = 15_000
/** The number of outages after which a run ends early. A server that exits at every large limit has fewer outages. */
const MAX_OUTAGES = 6
/** The first and the longest pause between two requests to a server that is down, in milliseconds. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [50, 1_000]
/** If this many requests of a group have timed out twice, the other requests of the group are not sent again. */
const MAX_TIMEOUTS = 2

/** Whether the failure of a request may mean that the server is down. */
const isLost = ({ failure }: Exchange): boolean => failure !== undefined && LOST.includes(failure.kind)

/** Whether the server itself answered, and not a gateway that could not reach the server. */
function isServing({ response }: Exchange): boolean {
  return response !== undefined && ![502, 503, 504].includes(response.status)
}

/** Waits until a server that is starting answers, and not only its gateway. Resolves early if waiting is pointless. */
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
 * Creates the function that handles requests without a response. The function sends the plain request until the server answers, and then
 * repeats lost requests. The judge can then distinguish a request that the server never answers, or that stops the server, from a lost
 * connection or a restart.
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
      // Do not wait for a server that has never answered: for a server that is still starting, users can set --wait-timeout. A server that
      // is ending closes a connection like a server that locks out the client, so ask twice.
      const hasNeverAnswered = isSilent(control) && !exchanges().some(isAnswered)
      isPointless = hasNeverAnswered || (unanswered.length > 0 && isLockedOut(control, exchanges()))
      if (unanswered.length === 0 && !isPointless) run.report({ waitingMs: patience })
      unanswered.push(control)
      if (isPointless || performance.now() - began >= patience) {
        markLost(unanswered)
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
    const others = probe.parallel === undefined ? '' : ' and the requests that were sent at the same time'
    const leak = failure?.kind === 'timeout' ? describeLeak(exchanges()) : ''
    const why = `${others}: ${failure?.message ?? 'no response'}${leak}`
    if (!end.recovered) run.stop(`the server stopped answering after ${nameRequest(lost)}${why}`)
    else if (outages >= MAX_OUTAGES) run.stop(`the server stopped answering ${outages} times`)
  }
  /** Sends a lost request again, alone. If the server `wasUp` after the loss, the network may lose requests. Undefined if the run ends. */
  const sendAgain = async (lost: Exchange, wasUp: boolean): Promise<Exchange | undefined> => {
    const since = performance.now()
    const [again] = await deliver([separate(lost.probe)], lost.attempt + 1)
    if (!again || !isLost(again)) return again
    const state = await waitForServer()
    if (state && state !== 'up')
      addOutage(lost, since, { recovered: state === 'back', confirmed: state === 'gone' || !wasUp })
    return state && again
  }

  return async (received) => {
    plain ??= received[0]?.probe
    const lost = received.filter(isLost)
    const [first] = lost
    if (!first || isPointless) return
    const isStart = !exchanges().some(isAnswered)
    // Do not wait if nothing has ever listened at this address, or if the server speaks TLS.
    if (isStart && (!lost.every(wasSent) || (await speaksTls(first, run.socket)))) return
    const since = performance.now() - Math.max(...lost.map(({ durationMs }) => durationMs))
    const before = exchanges()[exchanges().indexOf(received[0] ?? first) - 1]
    /** The last request before the server stopped answering. */
    const last = wasSent(first) || !before ? first : before
    const state = await waitForServer()
    if (state === 'gone' && isStart) isPointless = true
    else if (state === 'gone') {
      // Of requests that were sent at the same time, it is unknown which one stopped the server.
      markLost(lost.filter((each) => each !== last || each.probe.parallel !== undefined))
      addOutage(last, since, { recovered: false, confirmed: isCause(last, exchanges()) })
    }
    // If the run has ended, the requests cannot be repeated, so they say nothing about the server.
    if (state === undefined && !isPointless) markLost(lost)
    if (state !== 'up' && state !== 'back') return

    const answered: Exchange[] = []
    const failed: Exchange[] = []
    for (const each of lost) {
      // If several requests have timed out twice, it would take too long to send the others again.
      const isHopeless = isSilent(each) && failed.filter(isSilent).length >= MAX_TIMEOUTS
      const again = isHopeless ? each : await sendAgain(each, state === 'up')
      if (!again) break
      if (isLost(again)) failed.push(each)
      else answered.push(again)
    }
    const areAllAnswered = answered.length === lost.length
    // A server that allows few connections answers only the first requests of a group.
    const isRefused = ({ connection, failure }: Exchange) => !connection.earlier && failure?.kind === 'empty'
    const isFull = received.findIndex(isLost) > received.findLastIndex(isAnswered) && lost.every(isRefused)
    if (areAllAnswered && state === 'up' && !isFull) {
      // Send the whole group again: this shows whether the server fails under load, or whether the network lost a connection.
      const together = received.map(({ probe }) => probe)
      if (together.length > 1) await deliver(together, first.attempt + 1)
      return
    }
    const others = lost.filter((each) => !failed.includes(each))
    markLost(others, answered)
    if (areAllAnswered && state === 'back') addOutage(last, since, { recovered: true, confirmed: false })
  }
}

/** Returns a copy of the probe that is not sent at the same time as other probes. */
export const separate = ({ parallel: _, ...probe }: Probe): Probe => probe

/** Whether the client sent the request, which may then have stopped the server. */
const wasSent = ({ connection }: Exchange): boolean => connection.id > 0

export const isSilent = ({ failure }: Exchange): boolean => failure?.kind === 'timeout'

/**
 * Whether this request seems to have stopped a server that never came back: the request was sent alone, and neither this request nor a
 * similar request got a response. Similar requests have the same `limit` or, without a limit, the same method, URL and token.
 */
function isCause(exchange: Exchange, exchanges: readonly Exchange[]): boolean {
  if (!isLost(exchange) || !wasSent(exchange) || exchange.probe.parallel !== undefined) return false
  const name = ({ probe: { maxResults, method, credential }, url }: Exchange): number | string =>
    maxResults ?? `${method} ${url} ${credential.label}`
  return !exchanges.some((other) => isAnswered(other) && name(other) === name(exchange))
}
