import { readKit } from '../../contract/files.ts'
import { messageOf, quote } from '../../contract/words.ts'
import type { MockCore } from '../core.ts'
import { emptyAnswer, errorAnswer, jsonAnswer, textAnswer, withHeaders } from '../handler/answers.ts'
import { corsHeaders, isPreflight, preflightAnswer } from '../handler/cors.ts'
import { anyValue } from '../readOptions.ts'
import type { RequestRecord, ResponseRecord } from '../records.ts'
import { NO_STATUS } from '../scenarios/override.ts'
import { groupScenario, previewScenario, sortByGroup } from '../scenarios/scenario.ts'
import { type ControlAccess, checkAccess, ROOT } from './checkAccess.ts'
import { type EntryDetails, readExport, readSession } from './journal.ts'

/** The facts about a host that `GET /__admin/health` returns. */
export type Health = Readonly<Record<string, unknown>>

/** A request to the control API. */
export type ControlRequest = RequestRecord & {
  body: string
  /** Whether the client's address is a loopback address. */
  isLoopback: boolean
}

/** A response, or the headers and the first message of an event stream. Only a host can send an event stream. */
export type ControlAnswer = ResponseRecord | { events: readonly string[]; hello: Health }

/** The data and functions that the control API needs, in addition to the core. */
export type ControlOptions = ControlAccess & { health: () => Health; readContractText: () => string }

type Route = (request: ControlRequest, core: MockCore, options: ControlOptions) => ControlAnswer

const json = (value: unknown): ResponseRecord => jsonAnswer('control', 200, value)

/** The functions that answer requests below `/__admin`, by path and method. */
const routes: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  '': { GET: listPaths },
  '/health': { GET: (_request, _core, { health }) => json(health()) },
  '/users': { GET: (_request, core) => json({ users: core.users() }) },
  '/scenario': { GET: listScenarios, PUT: change(chooseScenario) },
  '/plants': {
    GET: listPlants,
    PUT: change(({ plants, ...session }, core) => core.plants(anyValue(plants), anyValue(session))),
  },
  '/responses': {
    PUT: change(({ responses, ...session }, core) => core.responses(anyValue(responses), anyValue(session))),
  },
  '/settings': {
    GET: ({ target }, core) => json(core.settings(undefined, readSession(target))),
    PUT: change(({ session, ...changes }, core) => core.settings(changes, anyValue({ session }))),
  },
  '/requests': { GET: listRequests, DELETE: (_request, core) => json(core.forget() ?? {}) },
  '/requests/{id}': { GET: findRequest },
  '/reset': { POST: reset },
  '/events': { GET: (_request, _core, { health }) => ({ events: [], hello: health() }) },
  '/openapi.yaml': { GET: describeContract },
}

/** Answers a request to the control API, which reads and changes a running mock. */
export function answerControl(
  request: ControlRequest,
  core: MockCore,
  options: ControlOptions,
): ControlAnswer {
  // If there is an admin token, pages on all origins may read the response: without the token, other origins get only an error.
  const headers = corsHeaders(options.adminToken === undefined ? 'off' : '*', request.headers)
  const answer = route(request, core, options)
  return 'events' in answer
    ? { ...answer, events: headers }
    : { ...answer, headers: [...headers, ...answer.headers] }
}

function route(request: ControlRequest, core: MockCore, options: ControlOptions): ControlAnswer {
  const { method, target, headers } = request
  const path = readPath(target)
  const route = path.replace(/^\/requests\/\d{1,15}$/, '/requests/{id}')
  const methods = Object.hasOwn(routes, route) ? routes[route] : undefined
  if (isPreflight(method, headers) && options.adminToken !== undefined)
    return preflightAnswer(headers, 'GET, PUT, POST, DELETE')
  const denied = checkAccess(request, options)
  if (denied) return denied
  if (!methods)
    return errorAnswer('control', 404, `no control API at ${quote(target)}; GET ${ROOT} lists all paths`)
  const allow = [...Object.keys(methods), ...('GET' in methods ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  if (method === 'OPTIONS') return emptyAnswer('control', ['Allow', allow])
  // Accept HEAD, because tools that wait for a server often send it. Node.js omits the body of the response to a HEAD.
  const answer = methods[method === 'HEAD' ? 'GET' : method]
  if (!answer)
    return errorAnswer('control', 405, `${ROOT}${path} allows ${allow}, not ${method}`, ['Allow', allow])
  try {
    if (method !== 'GET' && method !== 'HEAD' && target.includes('?'))
      throw new RangeError(`expected no query for ${method}; PUT reads a session from the body`)
    return answer(request, core, options)
  } catch (error) {
    const message = messageOf(error)
    return error instanceof RangeError
      ? errorAnswer('control', 400, message)
      : errorAnswer('control', 500, `internal error of the mock: ${message}`)
  }
}

function readPath(target: string): string {
  return (target.split('?')[0] ?? '').slice(ROOT.length).replace(/\/$/, '')
}

function listPaths(): ControlAnswer {
  const paths = Object.entries(routes).map(([path, all]) => `${Object.keys(all).join(', ')} ${ROOT}${path}`)
  return json({ paths })
}

function listScenarios(_request: ControlRequest, core: MockCore): ControlAnswer {
  const { scenario, sessions, scenarios: all } = core.scenarios()
  const scenarios = sortByGroup(all).map((each) => {
    const { name, title } = each
    return { name, title, group: groupScenario(each), preview: previewScenario(each) }
  })
  return json({ scenario, sessions, scenarios })
}

/** The maximum number of plants to list for each user, to keep the response small. */
const MAX_PLANTS = 500

function listPlants({ target }: ControlRequest, core: MockCore): ControlAnswer {
  const { users: all, ...others } = core.served(readSession(target))
  const users = all.map(({ name, plants }) => ({
    name,
    total: plants.length,
    plants: plants.slice(0, MAX_PLANTS),
  }))
  return json({ ...others, users })
}

function listRequests({ target }: ControlRequest, core: MockCore, { health }: ControlOptions): ControlAnswer {
  const { filter, format } = readExport(target)
  const requests = core.requests(filter)
  if (format === 'json') return json({ requests, meta: core.meta() })
  // An HTTP Archive 1.2 for browsers and HTTP clients. The oldest request comes first.
  const details = requests.toReversed().flatMap(({ id }) => core.request(id) ?? [])
  const { origin } = new URL(String(health().baseUrl))
  const entries = details.map((entry) => toHarEntry(entry, origin))
  const download = ['Content-Disposition', 'attachment; filename="plant-store.har"']
  return jsonAnswer('control', 200, { log: { version: '1.2', creator: readKit(), entries } }, download)
}

function findRequest({ target }: ControlRequest, core: MockCore): ControlAnswer {
  const id = Number(readPath(target).split('/').at(-1))
  const found = core.request(id)
  return found ? json(found) : errorAnswer('control', 404, `the journal has no request with the id ${id}`)
}

function reset({ body }: ControlRequest, core: MockCore): ControlAnswer {
  if (body.trim() !== '' && body.trim() !== '{}')
    throw new RangeError('expected no body, because a reset applies to all sessions')
  core.reset()
  return json({})
}

function describeContract(_request: ControlRequest, _core: MockCore, options: ControlOptions): ControlAnswer {
  // Some browsers show text/yaml, but download application/yaml.
  const type = { 'Content-Type': 'text/yaml' }
  return withHeaders(textAnswer('control', 200, options.readContractText(), []), type)
}

/** Creates a route that reads a JSON object from the body, and responds with the return value of `apply`. */
function change(apply: (body: Record<string, unknown>, core: MockCore) => unknown): Route {
  return ({ body }, core) => json(apply(parseBody(body), core) ?? {})
}

function chooseScenario({ scenario, ...session }: Record<string, unknown>, core: MockCore): unknown {
  core.scenario(anyValue(scenario), anyValue(session))
  const { scenarios: _, ...chosen } = core.scenarios()
  return chosen
}

function parseBody(body: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new RangeError('expected a JSON object in the body, got invalid JSON; JSON needs double quotes')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new RangeError(`expected a JSON object in the body, got ${quote(body)}`)
}

function toHarEntry(entry: EntryDetails, origin: string): unknown {
  const { loggedDate, durationMs = entry.delayMs, method, url, headers } = entry
  const facts = (['rule', 'scenario', 'session', 'fault'] as const).filter((name) => entry[name])
  return {
    startedDateTime: loggedDate,
    time: durationMs,
    request: {
      method,
      url: origin + url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toPairs(Object.entries(headers)),
      queryString: toPairs([...new URLSearchParams(url.split('?')[1])]),
      headersSize: -1,
      bodySize: 0,
    },
    response: toHarResponse(entry),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: facts.map((name) => `${name}: ${entry[name]}`).join(', '),
  }
}

function toHarResponse({ status, fault, bytes, complete = true, response }: EntryDetails): unknown {
  const { 'content-type': mimeType = '', location = '' } = response.headers
  return {
    // Write 0 for a response without a status, as browsers do in their archives.
    status: NO_STATUS.has(fault) ? 0 : status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toPairs(Object.entries(response.headers)),
    content: {
      size: bytes,
      mimeType,
      text: response.body,
      ...(response.body.length < bytes && { comment: 'only the start of the body' }),
    },
    redirectURL: location,
    headersSize: -1,
    bodySize: complete ? bytes : -1,
  }
}

function toPairs(pairs: readonly (readonly [name: string, value: string])[]): unknown {
  return pairs.map(([name, value]) => ({ name, value }))
}
