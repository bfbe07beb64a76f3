import { messageOf } from '../contract/words.ts'
import { type Exchange, isAnswered, isPlantsAnswer, type Probe } from '../judge/exchange.ts'
import { isDeadly } from '../judge/silence.ts'
import { listFacts } from '../judge/transcript.ts'
import { createRecovery, isSilent, separate } from './recovery.ts'
import type { Run } from './run.ts'

/**
 * Sends probes in order, and neighbours with the same `parallel` at the same time. If the server is slow, as the `usual` duration of a
 * request shows, also sends independent probes at the same time. Resolves to the exchanges, except lost exchanges that were repeated.
 */
export type Send = (probes: readonly Probe[], attempt: number, usual?: number) => Promise<readonly Exchange[]>

/** If this many different requests of a kind get no response, the run skips all further requests of this kind. */
const LEFT_OUT_AFTER = 2
/** A slow server gets more concurrent requests after it has served this many requests of a group about as fast as a single request. */
const FEW = 4
/** The maximum number of concurrent lanes, equal to the plan's largest group, and the maximum number of probes in a lane. */
const [WIDEST, LONGEST] = [24, 5]

/** Creates the function that sends the probes of a run, until there is a reason to stop. */
export function createSender(run: Run): Send {
  const recover = createRecovery(run)
  const replaceExpired = createRenewal(run)
  return async (probes, attempt, usual = 0) => {
    const earlier = new Set(run.exchanges())
    const isSlow = usual >= (run.context.slowMs ?? 1_000)
    for (const group of groupProbes(probes, () => (isSlow ? run.width : 1))) {
      const received = await run.deliver(leaveOut(run, group), attempt, group[0]?.parallel === undefined)
      await replaceExpired(received)
      await recover(received)
      const quick = received.every(isAnswered) ? received.filter((each) => each.durationMs < 1.5 * usual) : []
      if (isSlow && received.length >= FEW) run.width = quick.length >= FEW ? WIDEST : 1
      if (run.stopped() !== undefined) break
    }
    return run.exchanges().filter((exchange) => !earlier.has(exchange))
  }
}

/** Yields groups of probes to send at the same time: neighbours with the same `parallel`, or one probe from each of up to `width` lanes. */
function* groupProbes(probes: readonly Probe[], width: () => number): Generator<Probe[]> {
  for (let lanes = splitIntoLanes(probes); lanes.length > 0; ) {
    const group = nameGroup(lanes[0]?.[0])
    const alike = lanes.filter(([probe]) => nameGroup(probe) === group)
    const taken = group === undefined ? alike.slice(0, width()) : alike
    lanes = lanes.filter((lane) => !taken.includes(lane))
    const overlaps = group === undefined && taken.length > 1
    // Each lane has connections of its own.
    const own = (each: Probe, lane: number) => ({ ...each, connection: `${each.connection ?? ''} ${lane}` })
    const named = taken.map((lane, index) => (overlaps ? lane.map((probe) => own(probe, index)) : lane))
    for (let step = 0; named.some(({ length }) => step < length); step++)
      yield named.flatMap((lane) => lane.slice(step, step + 1))
  }
}

/** Splits probes into lanes: sequences of probes that share a connection, or that must directly follow one another. */
function splitIntoLanes(probes: readonly Probe[]): Probe[][] {
  const lanes: Probe[][] = []
  for (const probe of probes) {
    const { connection, conditions } = probe
    const lane = lanes.at(-1) ?? []
    const isSame = connection !== undefined && connection === lane.at(-1)?.connection
    const follows = nameGroup(probe) === undefined && (isSame || conditions?.before !== undefined)
    if (follows && lane.length > 0 && lane.length < LONGEST) lane.push(probe)
    else lanes.push([probe])
  }
  return lanes
}

/** Returns the group of a probe. The plain request is a group of its own, because it shows whether the server still works. */
function nameGroup(probe: Probe | undefined): string | undefined {
  const isPlain = probe?.conditions && Object.keys(probe.conditions).every((name) => name === 'before')
  return probe?.parallel ?? (isPlain ? probe.id : undefined)
}

/** Returns the probes of a group that may get a response. Adds a fact about the probes that the run skips. */
function leaveOut({ exchanges, recorded, addFact }: Run, group: readonly Probe[]): readonly Probe[] {
  const outages = listFacts(recorded().facts, 'outage')
  const isUnanswered = (exchange: Exchange): boolean => isSilent(exchange) || isDeadly(exchange, outages)
  const lowest = Math.min(...exchanges().flatMap((each) => (isUnanswered(each) ? readLimit(each.probe) : [])))
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

/** Returns a list with the positive limit of a request, which may be too large for an int32. Without such a limit, the list is empty. */
const readLimit = ({ query }: Probe) =>
  [Number(new URLSearchParams(query).get('limit'))].filter((limit) => limit > 0)

/** Lists the features that may decide whether a server answers a request. One feature is a limit that is not below `lowest`. */
function listKinds(probe: Probe, lowest: number): string[] {
  const { method, limit, credential, conditions = {} } = probe
  const kind = [method === 'GET' ? method : 'another method', limit, credential.kind].join(' ')
  const values = Object.entries(conditions).map((condition) => condition.join('='))
  return [kind, ...values, ...readLimit(probe).flatMap((each) => (each >= lowest ? ['high limit'] : []))]
}

/** Creates the function that handles refused tokens: if the plain request is refused, too, it fetches a new token and repeats requests. */
function createRenewal(run: Run): (received: readonly Exchange[]) => Promise<void> {
  const { context, deliver, markLost } = run
  let isAccepted = false
  return async (received) => {
    const before = run.token()
    isAccepted ||= received.some((each) => isPlantsAnswer(each) && each.probe.credential.kind === 'valid')
    for (const refused of received.filter(isTokenRefused)) {
      if (context.fetchToken === undefined || before === undefined || !isAccepted) return
      // If the plain request is served, the token is valid, and the server refuses only requests such as those with a lower-case `bearer`.
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
