import type { Contract } from '../contract/contract.ts'
import type { Analyse } from '../judge/body/analyseResponse.ts'
import { type Exchange, isPlantsAnswer, isUserRequest, type Probe } from '../judge/exchange.ts'
import { gatherFacts } from '../judge/judgeChecks.ts'
import { listForms, listLogins, listSecrets } from '../judge/mask.ts'
import type { PlanFacts, Suite } from '../judge/suite.ts'
import { type Fact, listFacts, selectKept, type Transcript } from '../judge/transcript.ts'
import type { Engines } from './engine.ts'
import type { Client } from './http/client.ts'
import { isOneLine } from './http/request.ts'
import type { SocketOptions } from './http/socket.ts'
import { parseAddress } from './http/url.ts'
import type { ProgressEvent, VerifyOptions } from './verifyOptions.ts'

/** The data and callbacks that a run needs in addition to the user's options. */
export type RunContext = {
  contract: Contract
  suite: Suite
  analyse: Analyse
  engines: Engines
  /** Whether to leave out the requests that confirm violations and isolate causes. */
  once?: boolean | undefined
  /** The maximum time in milliseconds to wait, in total, for a server that throttles. Default 60,000, because many rate limits are per minute. */
  patience?: number | undefined
  /** The maximum number of milliseconds to wait for a server that has stopped answering. Default 15,000. */
  outagePatience?: number | undefined
  /** A server is slow if its responses take at least this many milliseconds. Default 1,000. */
  slowMs?: number | undefined
  /** Fetches a new token when the token has expired. Resolves to undefined if there is no new token. */
  fetchToken?: (() => Promise<string | undefined>) | undefined
  /** Ends the run early when this signal aborts. The signal's reason is a string. The transcript contains all exchanges so far. */
  stop?: AbortSignal | undefined
  /** Called when the run ends. Returns facts about the run that the caller knows, such as the exit of the server. */
  listFacts?: (() => readonly Fact[]) | undefined
  /** Called with an error of the kit itself, which then ends the run early. Without `onError`, the error is thrown. */
  onError?: ((error: unknown) => void) | undefined
}

type Setting = {
  context: RunContext
  options: VerifyOptions & { maxRequests: number }
  /** Absolute URL of the operation. */
  operation: string
  client: Client
  socket: SocketOptions
  /** Aborts when the run has to end early. The signal's reason is a string. */
  signal: AbortSignal
  /** Reports the run's progress to the user. */
  report: (event: Partial<ProgressEvent>) => void
}

export type Run = ReturnType<typeof createRun>

export const PATIENCE = 60_000
/** The run ends early after this many consecutive responses that the kit cut. */
const GIVE_UP_AFTER = 3

/** Creates a run: a record of exchanges and other events, and the functions that add to this record. */
export function createRun(setting: Setting) {
  const { client, context, options, signal } = setting
  let url = setting.operation
  let credentials = context.suite.credentials(options)
  /** All tokens that the operator has had. The last token is the current token. */
  const tokens = [options.token ?? []].flat()
  let secrets = options.secrets ?? []
  const all: Exchange[] = []
  const facts: Fact[] = []
  let kept: readonly Exchange[] = []
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })

  const addFact = (fact: Fact): void => {
    facts.push(fact)
    kept = selectKept({ exchanges: [...all], facts })
  }
  const addLateBytes = (): void => {
    for (const { connection, detail } of client.takeLateBytes()) {
      const { id, earlier } = connection
      const exchange = all.findIndex(({ connection: its }) => its.id === id && its.earlier === earlier)
      if (exchange >= 0) addFact({ kind: 'late-bytes', exchange, detail })
    }
  }
  const stopped = (): string | undefined => listFacts(facts, 'stopped')[0]?.why
  const stop = (why: string | undefined): void => {
    if (why !== undefined && stopped() === undefined) addFact({ kind: 'stopped', why })
  }
  /** Finds a reason to end the run. Redirects do not count as requests here, because a correct server may redirect every request. */
  const findEnd = (count: number): string | undefined => {
    const hops = all.reduce((sum, exchange) => sum + exchange.hops.length, 0)
    const latest = kept.slice(-GIVE_UP_AFTER)
    if (signal.aborted) return String(signal.reason)
    if (client.isExhausted()) return describeRefusal(kept)
    if (latest.length === GIVE_UP_AFTER && latest.every(({ response }) => response?.cut === true))
      return `${GIVE_UP_AFTER} responses in a row were too long, by themselves or together with earlier responses`
    return client.sent() - hops + count > options.maxRequests
      ? `the maximum of ${options.maxRequests} requests was reached`
      : undefined
  }
  /** Replaces an expired token in the probe with the new token. */
  const renew = (probe: Probe): Probe => {
    const { credential } = probe
    const now = tokens.at(-1)
    if (tokens.length < 2 || now === undefined) return probe
    const replace = (value: string): string =>
      value.includes(now) ? value : tokens.reduce((text, old) => text.replaceAll(old, () => now), value)
    const fields = credential.fields.map((field) => ({ ...field, value: replace(field.value) }))
    return { ...probe, credential: { ...credential, fields } }
  }

  return {
    ...setting,
    /** The number of independent probes that may be sent at the same time. */
    width: 1,
    /** Sends one or several probes together, and records the exchanges. Records nothing if the run ends first. */
    async deliver(group: readonly Probe[], attempt: number, keep = false): Promise<readonly Exchange[]> {
      if (group.length === 0) return []
      stop(findEnd(group.length))
      if (stopped() !== undefined) return []
      const arrived = (await Promise.race([client.send(group.map(renew), url, attempt, keep), aborted])) ?? []
      if (stopped() !== undefined) return []
      all.push(...arrived)
      kept = [...kept, ...arrived]
      addLateBytes()
      setting.report({ done: kept.length })
      return arrived
    },
    /** Returns all exchanges so far, except exchanges that were marked as lost. */
    exchanges: () => kept,
    /** Returns all exchanges and facts so far. */
    recorded(): Pick<Transcript, 'exchanges' | 'facts'> {
      addLateBytes()
      return { exchanges: all, facts }
    },
    addFact,
    /** Records which exchanges were lost, so that they say nothing about their requests, and which exchanges repeat these requests. */
    markLost(lost: readonly Exchange[], again: readonly Exchange[] = []): void {
      const [exchanges = [], repeated = []] = [lost, again].map((each) => each.map((one) => all.indexOf(one)))
      if (lost.length > 0) addFact({ kind: 'lost', exchanges, again: repeated })
    },
    gatherFacts: () => gatherFacts(kept, context.analyse, options.expectations, listFacts(facts, 'outage')),
    /** Gathers the facts that the later stages of the plan depend on. */
    gatherPlanFacts(): PlanFacts {
      const { fields = [] } = kept.find(isPlantsAnswer)?.response ?? {}
      const usable = fields.filter(([, value]) => isOneLine(value))
      const headers = Object.fromEntries(usable.map(([name, value]) => [name.toLowerCase(), value]))
      return { credentials, plants: gatherFacts(kept, context.analyse).plants, headers }
    },
    /** Returns the operator's current token. */
    token: () => tokens.at(-1),
    /** Makes the operator's probes use a new token from now on. Returns false if the token is not new. Throws an Error for long secrets. */
    renewToken(token: string | undefined): boolean {
      if (token === undefined || token === tokens.at(-1)) return false
      const known = [...secrets, ...listForms(token)]
      listSecrets({ ...options, secrets: known })
      secrets = known
      tokens.push(token)
      credentials = context.suite.credentials({ ...options, token })
      addFact({ kind: 'token-fetched' })
      return true
    },
    /** Lists the secrets that are not in other options: secrets in the environment, new tokens, and the logins of proxies. */
    secrets(): string[] {
      const urls = all.flatMap(({ url, hops }) => [url, ...hops.map(({ from }) => from)])
      const proxies = urls.map((each) => setting.socket.route?.findProxy(parseAddress(each)))
      return [...secrets, ...new Set(listLogins(proxies.join(' ')))]
    },
    /** Makes the run send all later requests to another URL of the operation. */
    moveTo(moved: string): void {
      url = moved
    },
    /** Returns the reason why no more requests are sent. */
    stopped,
    stop,
  }
}

/** Names the method, path and query of a request. */
export const nameRequest = ({ probe, url }: Exchange) =>
  `${probe.method} ${url.slice(new URL(url).origin.length)}`

const isRefusal = (status = 0): boolean => [429, 502, 503, 504].includes(status)

/** Names each status whose code may leak connections or locks, and counts its responses. */
export function describeLeak(exchanges: readonly Exchange[]): string {
  const byStatus = [...Map.groupBy(exchanges, ({ response }) => response?.status ?? 200)]
  const rare = byStatus.filter(([status]) => status !== 200 && !isRefusal(status))
  const counts = rare.map(([status, all]) => `${status}: ${all.length}`).join(', ')
  const where = `, for example in its code for another status than 200 (responses with status ${counts})`
  return `; it may leak connections or locks${counts && where}`
}

/** Says since when the server has refused every valid request. */
function describeRefusal(exchanges: readonly Exchange[]): string {
  const valid = exchanges.filter(({ probe }) => isUserRequest(probe))
  const first = valid[valid.findLastIndex(({ response }) => !isRefusal(response?.status)) + 1]
  const before = first && exchanges[exchanges.indexOf(first) - 1]
  const since = before ? `, including every valid request after ${nameRequest(before)}` : ''
  const leak = before && first?.response?.status !== 429 ? describeLeak(exchanges) : ''
  return `the server refused too many requests, also after waits${since}${leak}`
}
