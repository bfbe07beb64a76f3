import * as builtIn from 'plant-store-kit/fixtures'
import { toValidate, type Validator } from '../../contract/violation.ts'
import { isNamed } from '../../contract/words.ts'
import { ANY_PREFIX, parseBasePath } from '../basePath.ts'
import { type Controls, createCore, type MockCore, pickControls } from '../core.ts'
import type { Fixtures, GivenFixtures, MockContract, Plant } from '../fixtures/fixtures.ts'
import { createPlantCheck, givenFixtures } from '../fixtures/fixtures.ts'
import { type FetchMockOptions, fetchMockOptionShapes } from '../mockOptions.ts'
import { readOptions } from '../readOptions.ts'
import type { MockData } from '../scenarios/dataset.ts'
import { NO_STATUS, type ScenarioName, type WireFault } from '../scenarios/override.ts'
import { type OwnScenario, readOwnScenarios, type Scenario } from '../scenarios/scenario.ts'
import type { GivenResponse } from '../scenarios/state.ts'

export { matchers, type ReceivedQuery } from '../runners/matchers.ts'
export type {
  FetchMockOptions,
  Fixtures,
  GivenFixtures,
  GivenResponse,
  MockContract,
  OwnScenario,
  Plant,
  Scenario,
  ScenarioName,
}

/** A mock in this process or page, without a server. */
export type FetchMock = Controls & {
  /** The operation's path, for example `/v1/plants`. The path begins with `*` if the mock accepts every prefix. */
  path: string
  /**
   * Has the same signature as the global `fetch`, and answers requests to every origin. If a fault breaks the response, `fetch` or reading
   * the body rejects with a FaultError, which is a TypeError. Rejects with the signal's reason if the request is aborted.
   */
  fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>
}

/** Creates a mock without a server, for browsers, workers, and tests that inject `fetch`. Throws a RangeError for an invalid option. */
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

const checkPlants = createPlantCheck(toValidate(builtIn.validatePlants as Validator))

const readFixtures = givenFixtures(checkPlants)

/** Resolves a path against the page's address or, outside a page, against an invented address. */
function toRequest(input: Request | string | URL, init: RequestInit | undefined): Request {
  if (typeof input !== 'string') return new Request(input, init)
  const page = (globalThis as { location?: { href: string } }).location?.href ?? 'http://plant-store.test/'
  return new Request(new URL(input, page), init)
}

/** The error of a mock's `fetch`, or of a body, if a fault breaks the response. The error is a TypeError, as for a broken connection. */
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

/** Answers a Request. Rejects with a FaultError if a fault leaves no status, and with the signal's reason if the request is aborted. */
async function answerRequest(request: Request, core: MockCore): Promise<Response> {
  const { method, signal, url } = request
  signal.throwIfAborted()
  const received = performance.now()
  const { pathname, search } = new URL(url)
  // Convert names to lower case, because the Headers of happy-dom keep the letter case of names.
  const headers = Object.fromEntries([...request.headers].map(([name, value]) => [name.toLowerCase(), value]))
  const reply = core.answer({ method, target: pathname + search, headers })
  await sleep(reply.delay, signal).catch((reason) => {
    const durationMs = Math.round(performance.now() - received)
    core.ended(reply.id, { durationMs, complete: false })
    throw reason
  })
  const { status, fault, body } = reply
  if (fault && NO_STATUS.has(fault)) throw new FaultError(fault)
  const fields = new Headers()
  for (let index = 0; index < reply.headers.length; index += 2)
    fields.append(reply.headers[index] as string, reply.headers[index + 1] as string)
  // A response without a body cannot break in the middle of its body.
  const isEmpty = status === 204 || method === 'HEAD'
  const whole = fault ? createBrokenStream(body) : body.slice()
  return new Response(isEmpty ? null : whole, { status, headers: fields })
}

/** The milliseconds before the connection breaks, in which a host can send the head and the first bytes of the body. */
const FLUSH_TIME = 5

/** Creates a stream that fails after half of the body. */
function createBrokenStream(body: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      start: (controller) => controller.enqueue(body.slice(0, body.byteLength >> 1)),
      async pull(controller) {
        await sleep(FLUSH_TIME)
        controller.error(new FaultError('TRUNCATED_BODY'))
      },
    },
    { highWaterMark: 2 },
  )
}

/** Waits, and rejects when the signal is aborted. For 0 milliseconds, uses no timer, because a test may have replaced timers. */
async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await undefined
  signal?.throwIfAborted()
  if (milliseconds === 0) return
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}
