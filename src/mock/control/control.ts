import { messageOf } from '../../contract/errors.ts'
import { quote } from '../../contract/input/quote.ts'
import { mismatch, object, optional, type Shape, text } from '../../contract/input/shape.ts'
import type { MockCore } from '../core.ts'
import { emptyAnswer, errorAnswer, jsonAnswer } from '../handler/answers.ts'
import { corsHeaders } from '../handler/cors.ts'
import { isPreflight, preflightAnswer } from '../handler/preflight.ts'
import type { RequestRecord, ResponseRecord } from '../records.ts'
import { groupScenario, previewScenario } from '../scenarios/previewScenario.ts'
import { isSessionKey, LONGEST_KEY } from '../scenarios/sessions.ts'
import { type ControlAccess, checkAccess } from './checkAccess.ts'
import { ROOT } from './isControl.ts'
import { readFilter } from './readFilter.ts'

/** What a host reports about itself. */
export type Health = Readonly<Record<string, unknown>>

/** A request to the control API. */
export type ControlRequest = RequestRecord & {
  body: string
  /** Whether the client is on this machine. */
  isLoopback: boolean
}

/** A response, or a stream of events, which only a host can send: its headers and its first message. */
export type ControlAnswer = ResponseRecord | { events: readonly string[]; hello: Health }

/** What the control API needs besides the core. */
export type ControlOptions = ControlAccess & { health: () => Health; readContractText: () => string }

type Route = (request: ControlRequest, core: MockCore, options: ControlOptions) => unknown

/** What a route returns if its answer is not JSON. */
class RawAnswer {
  readonly answer: ControlAnswer
  constructor(answer: ControlAnswer) {
    this.answer = answer
  }
}

/** Every path below `/__admin`, and its methods. */
const routes: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  '': { GET: listPaths },
  '/health': { GET: (_request, _core, { health }) => health() },
  '/version': { GET: (_request, _core, { health }) => ({ version: health().version }) },
  '/users': { GET: (_request, core) => ({ users: core.users() }) },
  '/scenario': { GET: (_request, core) => listScenarios(core), PUT: chooseScenario },
  '/plants': { PUT: givePlants },
  '/responses': { PUT: giveResponses },
  '/settings': { GET: (_request, core) => core.settings(), PUT: changeSettings, POST: changeSettings },
  '/requests': {
    GET: ({ target }, core) => ({ requests: core.requests(readFilter(target)), meta: core.meta() }),
    DELETE: clearRequests,
  },
  '/requests/count': { GET: ({ target }, core) => ({ count: core.requests(readFilter(target)).length }) },
  '/requests/unmatched': {
    GET: ({ target }, core) => ({ requests: core.requests({ ...readFilter(target), unmatched: true }) }),
  },
  '/reset': { POST: reset },
  '/events': { GET: (_request, _core, { health }) => new RawAnswer({ events: [], hello: health() }) },
  '/openapi.yaml': { GET: (_request, _core, { readContractText }) => yamlAnswer(readContractText()) },
}

/** Answers a request to the control API, which reads and changes a running mock. */
export function answerControl(
  request: ControlRequest,
  core: MockCore,
  options: ControlOptions,
): ControlAnswer {
  const headers = corsHeaders(options.adminCors, request.headers)
  const answer = route(request, core, options)
  return 'events' in answer
    ? { ...answer, events: headers }
    : { ...answer, headers: [...headers, ...answer.headers] }
}

function route(request: ControlRequest, core: MockCore, options: ControlOptions): ControlAnswer {
  const { method, target, headers } = request
  const path = (target.split('?')[0] ?? '').slice(ROOT.length).replace(/\/$/, '')
  const methods = Object.hasOwn(routes, path) ? routes[path] : undefined
  if (isPreflight(method, headers) && options.adminCors !== 'off')
    return preflightAnswer(headers, 'GET, PUT, POST, DELETE')
  const denied = checkAccess(request, options)
  if (denied) return denied
  if (!methods)
    return errorAnswer('control', 404, `no control API at ${quote(target)}; GET ${ROOT} lists all paths`)
  const allow = [...Object.keys(methods), ...('GET' in methods ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  if (method === 'OPTIONS') return emptyAnswer('control', ['Allow', allow])
  // Node leaves out the body. Tools that wait for a server often send HEAD.
  const answer = methods[method === 'HEAD' ? 'GET' : method]
  if (!answer)
    return errorAnswer('control', 405, `${ROOT}${path} allows ${allow}, not ${method}`, ['Allow', allow])
  try {
    const value = answer(request, core, options)
    return value instanceof RawAnswer ? value.answer : jsonAnswer('control', 200, value)
  } catch (error) {
    const message = messageOf(error)
    return error instanceof RangeError
      ? errorAnswer('control', 400, message)
      : errorAnswer('control', 500, `internal error of the mock: ${message}`)
  }
}

function listPaths(): unknown {
  return {
    paths: Object.entries(routes).map(
      ([path, methods]) => `${Object.keys(methods).join(', ')} ${ROOT}${path}`,
    ),
  }
}

function listScenarios(core: MockCore): unknown {
  const { scenario, sessions, scenarios } = core.scenarios()
  return {
    scenario,
    sessions,
    scenarios: scenarios.map((each) => ({
      name: each.name,
      title: each.title,
      verdict: each.verdict,
      group: groupScenario(each),
      preview: previewScenario(each),
    })),
  }
}

const sessionName: Shape<string> = (value, pointer) => {
  if (isSessionKey(value)) return value
  throw mismatch(pointer, `the name of a session, at most ${LONGEST_KEY} characters`, value)
}

/** The core checks it. */
function anyValue(value: unknown): unknown {
  return value
}

const choice = object({
  scenario: (value, pointer) =>
    value === null ? null : text('the name of a scenario, or null')(value, pointer),
  session: optional(sessionName),
})

function chooseScenario({ body }: ControlRequest, core: MockCore): unknown {
  const { scenario, ...session } = choice(parseBody(body), '')
  core.scenario(scenario, session)
  const { scenarios: _, ...chosen } = core.scenarios()
  return chosen
}

const given = object({ plants: anyValue, session: optional(sessionName) })
const sequence = object({ responses: anyValue, session: optional(sessionName) })

function givePlants({ body }: ControlRequest, core: MockCore): unknown {
  const { plants, ...session } = given(parseBody(body), '')
  core.plants(plants as Parameters<MockCore['plants']>[0], session)
  return {}
}

function giveResponses({ body }: ControlRequest, core: MockCore): unknown {
  const { responses, ...session } = sequence(parseBody(body), '')
  core.responses(responses as Parameters<MockCore['responses']>[0], session)
  return {}
}

function changeSettings({ body }: ControlRequest, core: MockCore): unknown {
  return core.settings(parseBody(body))
}

function clearRequests({ target }: ControlRequest, core: MockCore): unknown {
  if (target.includes('?')) throw new RangeError('DELETE clears all requests and takes no filter')
  core.forget()
  return {}
}

function reset({ body }: ControlRequest, core: MockCore): unknown {
  if (body.trim() !== '' && body.trim() !== '{}')
    throw new RangeError('reset applies to all sessions and takes no body')
  core.reset()
  return {}
}

function yamlAnswer(text: string): RawAnswer {
  const body = new TextEncoder().encode(text)
  const headers = ['Content-Type', 'application/yaml', 'Content-Length', String(body.byteLength)]
  return new RawAnswer({ status: 200, headers, body, rule: 'control' })
}

function parseBody(body: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new RangeError('expected a JSON object in the body, got invalid JSON')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new RangeError(`expected a JSON object in the body, got ${quote(body)}`)
}
