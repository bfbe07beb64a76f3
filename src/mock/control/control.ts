import { quote } from '../../contract/quote.ts'
import type { MockCore } from '../core.ts'
import { emptyAnswer, errorAnswer, jsonAnswer } from '../handler/answers.ts'
import { corsHeaders } from '../handler/cors.ts'
import { isPreflight, preflightAnswer } from '../handler/preflight.ts'
import type { RequestRecord, ResponseRecord } from '../records.ts'
import { EffectError } from '../scenarios/readEffects.ts'
import { isSessionKey, LONGEST_KEY } from '../scenarios/sessionKey.ts'
import { type ControlAccess, checkAccess } from './checkAccess.ts'
import { ROOT } from './isControl.ts'
import type { JournalFilter } from './journal.ts'

/** What the host knows of itself. */
export type Health = Readonly<Record<string, unknown>>

export type ControlRequest = RequestRecord & {
  body: string
  /** Whether its peer is on this machine. */
  isLoopback: boolean
}

/** An answer; or the stream of events, which only a host can send: its fields, and what it begins with. */
export type ControlAnswer = ResponseRecord | { events: readonly string[]; hello: Health }

export type ControlOptions = ControlAccess & { health: () => Health; contractText: () => string }

type Route = (request: ControlRequest, core: MockCore, options: ControlOptions) => unknown

/** What a route answers with when it is not JSON. */
class RawAnswer {
  readonly answer: ControlAnswer
  constructor(answer: ControlAnswer) {
    this.answer = answer
  }
}

/** Every path below `/__admin`, and its methods. */
const routes: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  '': {
    GET: () => ({
      paths: Object.entries(routes).map(
        ([path, methods]) => `${Object.keys(methods).join(', ')} ${ROOT}${path}`,
      ),
    }),
  },
  '/health': { GET: (_request, _core, { health }) => health() },
  '/version': { GET: (_request, _core, { health }) => ({ version: health().version }) },
  '/users': { GET: (_request, core) => ({ users: core.users() }) },
  '/scenario': { GET: (_request, core) => scenarios(core), PUT: chooseScenario },
  '/settings': { GET: (_request, core) => core.settings(), PUT: changeSettings, POST: changeSettings },
  '/requests': {
    GET: (request, core) => ({
      requests: core.requests(filterOf(request)),
      meta: core.meta(),
    }),
    DELETE: ({ target }, core) => {
      if (target.includes('?')) throw new RangeError('DELETE forgets all requests: expected no filter')
      core.forget()
      return {}
    },
  },
  '/requests/count': { GET: (request, core) => ({ count: core.requests(filterOf(request)).length }) },
  '/requests/unmatched': {
    GET: (request, core) => ({ requests: core.requests({ ...filterOf(request), unmatched: true }) }),
  },
  '/reset': {
    POST: ({ body }, core) => {
      if (body.trim() !== '' && body.trim() !== '{}')
        throw new RangeError('reset is for everybody: expected no body')
      core.reset()
      return {}
    },
  },
  '/events': { GET: (_request, _core, { health }) => new RawAnswer({ events: [], hello: health() }) },
  '/openapi.yaml': {
    GET: (_request, _core, { contractText }) => {
      const body = new TextEncoder().encode(contractText())
      const headers = ['Content-Type', 'application/yaml', 'Content-Length', String(body.byteLength)]
      return new RawAnswer({ status: 200, headers, body, rule: 'control' })
    },
  },
}

/** The control API: reads and changes what a mock does while it runs. */
export function control(request: ControlRequest, core: MockCore, options: ControlOptions): ControlAnswer {
  const fields = corsHeaders(options.adminCors, request.headers)
  const answer = answerTo(request, core, options)
  return 'events' in answer
    ? { ...answer, events: fields }
    : { ...answer, headers: [...fields, ...answer.headers] }
}

function answerTo(request: ControlRequest, core: MockCore, options: ControlOptions): ControlAnswer {
  const { method, target, headers, isLoopback } = request
  const path = (target.split('?')[0] ?? '').slice(ROOT.length).replace(/\/$/, '')
  const methods = Object.hasOwn(routes, path) ? routes[path] : undefined
  if (isPreflight(method, headers) && options.adminCors !== 'off')
    return preflightAnswer(headers, 'GET, PUT, POST, DELETE')
  const refused = checkAccess(headers, isLoopback, options)
  if (refused) return refused
  if (!methods)
    return errorAnswer('control', 404, `nothing is at ${quote(target)}; GET ${ROOT} lists what is`)
  const allow = [...Object.keys(methods), 'OPTIONS'].join(', ')
  if (method === 'OPTIONS') return emptyAnswer('control', ['Allow', allow])
  const route = methods[method]
  if (!route)
    return errorAnswer('control', 405, `${ROOT}${path} answers ${allow}, not ${method}`, ['Allow', allow])
  try {
    const value = route(request, core, options)
    return value instanceof RawAnswer ? value.answer : jsonAnswer('control', 200, value)
  } catch (error) {
    const { message } = error as Error
    return error instanceof RangeError
      ? errorAnswer('control', 400, message)
      : errorAnswer('control', 500, `the mock itself failed: ${message}`)
  }
}

function scenarios(core: MockCore): unknown {
  const { scenario, sessions, scenarios } = core.scenarios()
  return {
    scenario,
    sessions,
    scenarios: scenarios.map(({ name, title, verdict }) => ({ name, title, verdict })),
  }
}

function chooseScenario(request: ControlRequest, core: MockCore): unknown {
  const { scenario, session, ...rest } = membersOf(request)
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined)
    throw new EffectError(`/${unknown}`, 'absent: only scenario and session', rest[unknown])
  if (scenario !== null && typeof scenario !== 'string')
    throw new EffectError('/scenario', 'the name of a scenario, or null', scenario)
  if (session !== undefined && !isSessionKey(session))
    throw new EffectError('/session', `the name of a session, of at most ${LONGEST_KEY} characters`, session)
  core.scenario(scenario, session === undefined ? {} : { session })
  return scenarios(core)
}

function changeSettings(request: ControlRequest, core: MockCore): unknown {
  return core.settings(membersOf(request))
}

function membersOf({ body }: ControlRequest): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new RangeError('expected a JSON object in the body, got no JSON')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new RangeError(`expected a JSON object in the body, got ${quote(body)}`)
}

const FILTERS = ['unmatched', 'session', 'since', 'limit']

function filterOf({ target }: ControlRequest): JournalFilter {
  const query = new URLSearchParams(target.split('?')[1])
  const unknown = [...query.keys()].find((name) => !FILTERS.includes(name))
  if (unknown !== undefined)
    throw new RangeError(`expected filters among ${FILTERS.join(', ')}, got ${quote(unknown)}`)
  const unmatched = query.get('unmatched') ?? 'false'
  if (unmatched !== 'true' && unmatched !== 'false')
    throw new RangeError(`expected unmatched to be true or false, got ${quote(unmatched)}`)
  const filter: JournalFilter = { unmatched: unmatched === 'true' }
  const session = query.get('session')
  if (session !== null) filter.session = session
  const since = query.get('since')
  if (since !== null) {
    filter.since = Date.parse(since)
    if (Number.isNaN(filter.since))
      throw new RangeError(`expected since to be an ISO 8601 time, got ${quote(since)}`)
  }
  const limit = query.get('limit')
  if (limit !== null) {
    if (!/^\d{1,9}$/.test(limit))
      throw new RangeError(`expected limit to be a whole number, got ${quote(limit)}`)
    filter.limit = Number(limit)
  }
  return filter
}
