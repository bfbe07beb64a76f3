import * as builtIn from 'plant-store-kit/fixtures'
import { boolean, text } from '../../contract/shape.ts'
import type { Validator } from '../../contract/violation.ts'
import { isNamed } from '../../contract/words.ts'
import { ANY_PREFIX, BASE_PATH_IS, parseBasePath } from '../basePath.ts'
import { type Controls, createCore, type MockCore, pickControls } from '../core.ts'
import {
  createPlantCheck,
  type Fixtures,
  type GivenFixtures,
  givenFixtures,
  type Plant,
} from '../fixtures/fixtures.ts'
import { type Cors, readCors } from '../handler/cors.ts'
import type { MockContract } from '../mockContract.ts'
import { anyValue, type OptionShapes, readOptions } from '../readOptions.ts'
import type { Reply } from '../records.ts'
import type { MockData } from '../scenarios/dataset.ts'
import type { WireFault } from '../scenarios/override.ts'
import {
  type OwnScenario,
  readOwnScenarios,
  type Scenario,
  type ScenarioName,
} from '../scenarios/scenario.ts'
import type { GivenResponse, Settings } from '../scenarios/state.ts'
import { GARBAGE, splitBody } from '../scenarios/wire.ts'

export { matchers, type ReceivedQuery } from '../runners/matchers.ts'
export type {
  Fixtures,
  GivenFixtures,
  GivenResponse,
  MockContract,
  OwnScenario,
  Plant,
  Scenario,
  ScenarioName,
}

/** Options of `createMock`. */
export type FetchMockOptions = {
  /** Plants, which `token-alice` gets, or users with their tokens and plants. Default: the built-in ones. */
  fixtures?: GivenFixtures
  /** Custom scenarios. They replace built-in ones of the same name. */
  scenarios?: readonly OwnScenario[]
  /** Path in front of the operation's path: `/v1` serves `/v1/plants`, and `*` any prefix. Default: `*`. */
  basePath?: string
  /** Origins whose pages can read responses: `*` (all, without credentials), a list (with credentials) or `off`. Default: `*`. */
  cors?: Cors
  /** Whether every bearer token counts as that of the first user, as in an app with real tokens. Default: false. */
  anyToken?: boolean
  /** Defaults for every request: scenario, delay (in ms), faults. */
  settings?: Partial<Settings>
}

export const fetchMockOptionShapes: OptionShapes<FetchMockOptions> = {
  fixtures: anyValue,
  scenarios: anyValue,
  basePath: text(BASE_PATH_IS),
  cors: readCors,
  anyToken: boolean,
  settings: anyValue,
}

/** A mock in this process or page, which is called instead of connected to. */
export type FetchMock = Controls & {
  /** The path of the operation, for example `/v1/plants`. It begins with `*` if any prefix matches. Other paths get a 404. */
  path: string
  /**
   * Same signature as the global `fetch`; works for any origin. Rejects with a FaultError, which is a TypeError, if a fault breaks the
   * response, and with the signal's reason if the request is aborted.
   */
  fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>
}

/**
 * Creates a mock without a server, for browsers, workers, and tests that inject `fetch`. Throws a RangeError if an option is unknown
 * or invalid.
 */
export function createMock(options: FetchMockOptions = {}): FetchMock {
  const read = readOptions(options, fetchMockOptionShapes)
  const { fixtures, scenarios: own = [], basePath = ANY_PREFIX, ...rest } = read
  const data: MockData = {
    contract: builtIn.contract,
    fixtures: fixtures === undefined ? builtIn.fixtures : readFixtures(fixtures, '/fixtures'),
    scenarios: [...builtIn.scenarios, ...readOwnScenarios(own, checkPlants)],
    checkPlants,
  }
  const path = parseBasePath(basePath)
  const core = createCore(data, { basePath: path, ...rest })
  return {
    path: path + builtIn.contract.path,
    fetch: async (input, init) => answerRequest(toRequest(input, init), core),
    ...pickControls(core),
  }
}

const checkPlants = createPlantCheck(builtIn.validatePlants as Validator)

const readFixtures = givenFixtures(checkPlants)

/** Resolves a path against the page's origin, or against a made-up one outside a page. */
function toRequest(input: Request | string | URL, init: RequestInit | undefined): Request {
  if (typeof input !== 'string') return new Request(input, init)
  const page = (globalThis as { location?: { href: string } }).location?.href ?? 'http://plant-store.test/'
  return new Request(new URL(input, page), init)
}

/** What `fetch` of a mock rejects with if a fault breaks the response. A TypeError, as for a broken connection. */
export class FaultError extends TypeError {
  override readonly name = 'FaultError'
  readonly fault: WireFault

  constructor(fault: WireFault) {
    super(`the mock is configured to fail with ${fault}`)
    this.fault = fault
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isNamed(value, 'FaultError')
  }
}

/**
 * Answers a Request with a Response. Rejects with a FaultError if a fault breaks the response, and with the signal's reason if the
 * request is aborted.
 */
async function answerRequest(request: Request, core: MockCore): Promise<Response> {
  request.signal.throwIfAborted()
  const { pathname, search } = new URL(request.url)
  // The Headers of happy-dom keep the case of names.
  const headers = Object.fromEntries([...request.headers].map(([name, value]) => [name.toLowerCase(), value]))
  const reply = core.answer({ method: request.method, target: pathname + search, headers })
  const waiting = watchClient(request.signal, reply.id, core)
  await sleep(reply.delay, request.signal)
  const { status, fault, body } = reply
  if (!reply.dribble) waiting.stop()
  if (fault && !AFTER_HEAD.has(fault)) throw new FaultError(fault)
  const head = fault === 'MALFORMED_RESPONSE_CHUNK' ? markAsChunked(reply) : reply
  // A response without a body cannot break in its body.
  if (status === 204 || request.method === 'HEAD') return toResponse(head, null)
  if (fault === 'TRUNCATED_BODY')
    return toResponse(head, createBrokenStream(body.slice(0, body.byteLength >> 1), fault))
  if (fault) return toResponse(head, createBrokenStream(GARBAGE, fault))
  return toResponse(head, reply.dribble ? createDribbleStream(reply, request.signal, waiting) : body.slice())
}

type Waiting = { leave: () => void; stop: () => void }

/** Tells the mock if the client leaves before it has the response. */
function watchClient(signal: AbortSignal, id: number, core: MockCore): Waiting {
  const received = performance.now()
  const leave = (): void =>
    core.ended(id, { durationMs: Math.round(performance.now() - received), complete: false })
  signal.addEventListener('abort', leave, { once: true })
  return { leave, stop: () => signal.removeEventListener('abort', leave) }
}

/** Faults that come after a valid head. */
const AFTER_HEAD: ReadonlySet<WireFault> = new Set(['MALFORMED_RESPONSE_CHUNK', 'TRUNCATED_BODY'])

/** Milliseconds. */
const FLUSH_TIME = 5

type Head = Pick<Reply, 'status' | 'headers'>
type Body = ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null

function toResponse({ status, headers }: Head, body: Body): Response {
  const fields = new Headers()
  for (let index = 0; index < headers.length; index += 2)
    fields.append(headers[index] as string, headers[index + 1] as string)
  return new Response(body, { status, headers: fields })
}

/** Marks the response as chunked, so that a host that sends it over a wire can leave out the last chunk. */
function markAsChunked({ status, headers }: Reply): Head {
  return {
    status,
    headers: headers.toSpliced(headers.indexOf('Content-Length'), 2, 'Transfer-Encoding', 'chunked'),
  }
}

function createBrokenStream(bytes: Uint8Array, fault: WireFault): ReadableStream<Uint8Array> {
  let isSent = false
  return new ReadableStream({
    async pull(controller) {
      if (!isSent) {
        controller.enqueue(bytes)
        isSent = true
        return
      }
      // Gives the host time to send head and bytes before the connection is lost.
      await sleep(FLUSH_TIME)
      controller.error(new FaultError(fault))
    },
  })
}

function createDribbleStream(
  { body, dribble }: Reply,
  signal: AbortSignal,
  waiting: Waiting,
): ReadableStream<Uint8Array> {
  const left = dribble && body.byteLength > 0 ? splitBody(body, dribble) : []
  const cancelled = new AbortController()
  const ended = AbortSignal.any([signal, cancelled.signal])
  return new ReadableStream({
    async pull(controller) {
      const [wait, bytes] = left.shift() ?? []
      if (wait === undefined || bytes === undefined) {
        waiting.stop()
        return controller.close()
      }
      controller.enqueue(bytes)
      await sleep(wait, ended)
    },
    // A reader that stops must not keep a timer alive.
    cancel() {
      waiting.stop()
      waiting.leave()
      cancelled.abort()
    },
  })
}

/** Rejects if the signal is or gets aborted. Without milliseconds, it is no timer, which a test may have replaced, but a tick. */
async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await undefined
  signal?.throwIfAborted()
  if (milliseconds === 0) return
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
