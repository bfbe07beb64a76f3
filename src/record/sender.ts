import { messageOf } from '../contract/words.ts'
import { type Exchange, isPlantsAnswer, type Probe } from '../judge/exchange.ts'
import { isDeadly } from '../judge/silence.ts'
import { listFacts } from '../judge/transcript.ts'
import { createRecovery, isSilent, separate } from './recovery.ts'
import type { Run } from './run.ts'

/**
 * Sends probes in order, and neighbouring probes with the same `parallel` at the same time. Resolves to the exchanges, except lost
 * exchanges that were repeated.
 */
export type Send = (probes: readonly Probe[], attempt: number) => Promise<readonly Exchange[]>

/** If this many different requests of a kind were sent and none got a response, further requests of this kind are skipped. */
const LEFT_OUT_AFTER = 2

/** Creates the function that sends the probes of a run, until there is a reason to stop. */
export function createSender(run: Run): Send {
  const recover = createRecovery(run)
  const replaceExpired = createRenewal(run)
  return async (probes, attempt) => {
    const earlier = new Set(run.exchanges())
    for (const group of groupParallel(probes)) {
      const received = await run.deliver(leaveOut(run, group), attempt)
      await replaceExpired(received)
      await recover(received)
      if (run.stopped() !== undefined) break
    }
    return run.exchanges().filter((exchange) => !earlier.has(exchange))
  }
}

/** Groups neighbouring probes that are sent together. Each of the remaining probes forms its own group. */
function groupParallel(probes: readonly Probe[]): Probe[][] {
  const groups: Probe[][] = []
  for (const probe of probes) {
    const last = groups.at(-1)
    const joins = probe.parallel !== undefined && last?.[0]?.parallel === probe.parallel
    if (joins) last.push(probe)
    else groups.push([probe])
  }
  return groups
}

/** Returns the probes that may get a response. Adds a fact about the skipped probes. */
function leaveOut({ exchanges, recorded, addFact }: Run, group: readonly Probe[]): readonly Probe[] {
  const outages = listFacts(recorded().facts, 'outage')
  const isUnanswered = (exchange: Exchange): boolean => isSilent(exchange) || isDeadly(exchange, outages)
  const limits = exchanges().flatMap((each) => (isUnanswered(each) ? readLimit(each.probe) : []))
  const lowest = Math.min(...limits)
  const isHopeless = (probe: Probe): boolean =>
    listKinds(probe, lowest).some((kind) => {
      const alike = exchanges().filter((each) => listKinds(each.probe, lowest).includes(kind))
      const ids = new Set(alike.map((each) => each.probe.id))
      return ids.size >= LEFT_OUT_AFTER && !ids.has(probe.id) && alike.every(isUnanswered)
    })
  const left = exchanges().some(isUnanswered) ? group.filter(isHopeless) : []
  if (left.length > 0) addFact({ kind: 'left-out', probes: left.map(({ id }) => id) })
  return group.filter((probe) => !left.includes(probe))
}

/** Reads the positive limit in a request. Returns an empty list if the request has none. */
function readLimit({ query }: Probe): number[] {
  const limit = Number(new URLSearchParams(query).get('limit') ?? '')
  return limit > 0 ? [limit] : []
}

/** Lists the features that may decide whether a server answers a request, including a limit at least as high as an unanswered limit. */
function listKinds(probe: Probe, lowest: number): string[] {
  const { method, limit, credential, conditions = {} } = probe
  const kind = [method === 'GET' ? method : 'another method', limit, credential.kind].join(' ')
  const values = Object.entries(conditions).map((condition) => condition.join('='))
  return [kind, ...values, ...readLimit(probe).flatMap((each) => (each >= lowest ? ['high limit'] : []))]
}

/** Creates the function that, once the plain request's token is refused too, fetches a new token and repeats the refused requests. */
function createRenewal(run: Run): (received: readonly Exchange[]) => Promise<void> {
  const { context, deliver, markLost } = run
  let isAccepted = false
  return async (received) => {
    const before = run.token()
    isAccepted ||= received.some((each) => isPlantsAnswer(each) && each.probe.credential.kind === 'valid')
    for (const refused of received.filter(isTokenRefused)) {
      if (context.fetchToken === undefined || before === undefined || !isAccepted) return
      // If the plain request is served, the token is valid, and the server refuses only this request, such as `bearer` in lower case.
      const [plain] = await deliver([separate((run.exchanges()[0] ?? refused).probe)], refused.attempt + 1)
      if (!plain) return
      if (isTokenRefused(plain)) {
        const renewed = context.fetchToken().then(run.renewToken)
        if (!(await renewed.catch((error) => run.stop(messageOf(error))))) return
      }
      if (run.token() === before) continue
      const again = [plain, refused].map(({ probe }) => separate(probe))
      const [accepted, served] = await deliver(again, refused.attempt + 2)
      isAccepted = accepted !== undefined && !isTokenRefused(accepted)
      if (accepted && isAccepted) markLost([plain], [accepted])
      if (served && !isTokenRefused(served)) markLost([refused], [served])
    }
  }
}

function isTokenRefused({ probe, response }: Exchange): boolean {
  return response?.status === 401 && probe.documented && probe.credential.kind === 'valid'
}
