import { boolean, list, mismatch, object, text, wholeNumber } from '../contract/shape.ts'
import { BASE_PATH_IS } from './basePath.ts'
import { type GivenFixtures, token } from './fixtures/fixtures.ts'
import { type Cors, readCors } from './handler/cors.ts'
import { anyValue, type OptionShapes } from './readOptions.ts'
import type { OwnScenario } from './scenarios/scenario.ts'
import type { Settings } from './scenarios/state.ts'
import type { Certificate } from './tls/tls.ts'
import type { MockWhen } from './upstream/upstream.ts'

/** Options of `createMock`, which every host has. */
export type FetchMockOptions = {
  /** Plants, which `token-alice` gets, or users with their tokens and plants. Default: the built-in fixtures. */
  fixtures?: GivenFixtures
  /** Custom scenarios. They replace scenarios of the same name in the fixtures. */
  scenarios?: readonly OwnScenario[]
  /** Path before the operation's path: `/v1` serves `/v1/plants`, and `*` matches any prefix. Default: `*`. */
  basePath?: string
  /** Origins whose pages can read responses: `*` (all, without credentials), a list (with credentials) or `off`. Default: `*`. */
  cors?: Cors
  /** Whether to treat unknown bearer tokens, such as an app's real tokens, as the first user's token. Default: false. */
  anyToken?: boolean
  /** Defaults for every request: scenario, delay (in milliseconds), faults. */
  settings?: Partial<Settings>
}

/** Options of `startMock`: where the mock listens and what it serves. */
export type MockOptions = Omit<FetchMockOptions, 'fixtures'> & {
  /** TCP port; 0 for any free port. Default: 4010. */
  port?: number
  /** Address or host name to listen on. Default: 127.0.0.1. */
  host?: string
  /** Path of an OpenAPI 3.0 or 3.1 description: the next revision of the operation. Default: the kit's own contract. */
  contract?: string
  /**
   * Folder with `plants.yaml`, `users.yaml` and optionally `scenarios.yaml`; one file with a list of plants (JSON or YAML), which
   * `token-alice` gets; or the data itself: plants, or users with their plants. Default: the built-in fixtures.
   */
  fixtures?: string | GivenFixtures
  /** Base URL of the real service, which answers unless a scenario, a preference or a test sets the response. Default: none. */
  upstream?: string
  /** Responses of the service that the mock replaces: statuses, `3xx`, `4xx`, `5xx`, or `violation` of the contract. Default: none. */
  mockWhen?: readonly MockWhen[]
  /** File (.json) to which the service's plants are written, with invented tokens, for use as `fixtures`. Default: none. */
  record?: string
  /** Bearer token with which other machines and pages of other origins may use the control API. Default: only this machine may use it. */
  adminToken?: string
  /** Private key and certificate (PEM) to serve HTTPS with. Default: HTTP. */
  tls?: Certificate
  /** Whether to reload fixtures when they change. Default: false. */
  watch?: boolean
}

export const mockDefaults = { port: 4010, host: '127.0.0.1', cors: '*' } as const satisfies MockOptions

export const fetchMockOptionShapes: OptionShapes<FetchMockOptions> = {
  fixtures: anyValue,
  scenarios: anyValue,
  basePath: text(BASE_PATH_IS),
  cors: readCors,
  anyToken: boolean,
  settings: anyValue,
}

/** The shapes of the options of `startMock`. `loadMock` checks the data, the contract and the service. */
export const mockOptionShapes: OptionShapes<MockOptions> = {
  ...fetchMockOptionShapes,
  port: wholeNumber(0, 65535),
  host: (value, pointer) => {
    // For Node.js, an empty host means all addresses.
    if (typeof value === 'string' && value.trim() !== '') return value
    throw mismatch(pointer, 'an address or a host name', value)
  },
  contract: text('a path to an OpenAPI description'),
  upstream: text('a base URL'),
  mockWhen: list(anyValue, 'a list'),
  record: text('a path to a file'),
  adminToken: token,
  tls: object({ key: text('a private key as PEM'), cert: text('a certificate as PEM') }),
  watch: boolean,
}
