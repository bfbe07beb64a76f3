import { boolean, list, mismatch, object, text, wholeNumber } from '../contract/shape.ts'
import { BASE_PATH_IS } from './basePath.ts'
import { type GivenFixtures, token } from './fixtures/fixtures.ts'
import { type Cors, readCors } from './handler/cors.ts'
import { anyValue, type OptionShapes } from './readOptions.ts'
import type { OwnScenario } from './scenarios/scenario.ts'
import type { Settings } from './scenarios/state.ts'
import type { Certificate } from './tls/tls.ts'
import type { MockWhen } from './upstream/upstream.ts'

/** The options of `createMock`, which most hosts accept. */
export type FetchMockOptions = {
  /** A list of plants for `token-alice`, or users with their tokens and plants. Default: the built-in fixtures. */
  fixtures?: GivenFixtures
  /** Custom scenarios. They replace other scenarios with the same names. */
  scenarios?: readonly OwnScenario[]
  /** The path before the operation's path: `/v1` serves `/v1/plants`, and `*` matches any prefix. Default: `*`. */
  basePath?: string
  /** The origins whose pages can read responses: `*` (all, without credentials), a list (with credentials) or `off`. Default: `*`. */
  cors?: Cors
  /** Whether to treat unknown bearer tokens, such as an app's real tokens, as the first user's token. Default: false. */
  anyToken?: boolean
  /** The initial settings for every request, such as the scenario, the delay (in milliseconds) or a fault. */
  settings?: Partial<Settings>
}

/** The options of `startMock`: the mock's address and data. */
export type MockOptions = Omit<FetchMockOptions, 'fixtures'> & {
  /** The TCP port; 0 for any free port. Default: 4010. */
  port?: number
  /** The address or host name to listen on. Default: 127.0.0.1. */
  host?: string
  /** The path of your own OpenAPI 3.0 or 3.1 description of the operation. Default: the kit's own contract. */
  contract?: string
  /**
   * The data: a folder with `plants.yaml`, `users.yaml` and optionally `scenarios.yaml`; a JSON or YAML file with a list of plants for
   * `token-alice`; or, in code, the plants or the users with their plants. Default: the built-in fixtures.
   */
  fixtures?: string | GivenFixtures
  /** The real service's base URL. The mock forwards requests for plants, unless something else sets the response. Default: none. */
  upstream?: string
  /** The service's responses to replace: statuses, `3xx`, `4xx`, `5xx`, or `violation` for contract violations. Default: none. */
  mockWhen?: readonly MockWhen[]
  /** The file (.json) in which the mock records the service's plants, with invented tokens, for `fixtures`. Default: none. */
  record?: string
  /** The token for access to the control API from other machines and origins. Default: only this machine has access. */
  adminToken?: string
  /** The private key and the certificate, as PEM, for HTTPS. Default: HTTP. */
  tls?: Certificate
  /** Whether to reload the files of fixtures and of the contract when they change. Default: false. */
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

/** The shapes of the options of `startMock`. `loadMock` later checks the data, the contract and the service's URL. */
export const mockOptionShapes: OptionShapes<MockOptions> = {
  ...fetchMockOptionShapes,
  port: wholeNumber(0, 65535),
  host: (value, pointer) => {
    // Refuse an empty host, because Node.js would then listen on all addresses.
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
