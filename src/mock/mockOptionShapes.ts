import { boolean, list, mismatch, object, text, wholeNumber } from '../contract/shape.ts'
import { token } from './fixtures/fixtures.ts'
import { readCors } from './handler/cors.ts'
import type { MockOptions } from './mockOptions.ts'
import { BASE_PATH_IS } from './parseBasePath.ts'
import { anyValue, type OptionShapes } from './readOptions.ts'

/** `loadMock` checks the data, the contract and the service. */
export const mockOptionShapes: OptionShapes<MockOptions> = {
  port: wholeNumber(0, 65535),
  host: (value, pointer) => {
    // Node treats an empty host as all addresses.
    if (typeof value === 'string' && value.trim() !== '') return value
    throw mismatch(pointer, 'an address or a host name', value)
  },
  basePath: text(BASE_PATH_IS),
  contract: text('a path to an OpenAPI description'),
  fixtures: anyValue,
  scenarios: anyValue,
  upstream: text('a base URL'),
  mockWhen: list(anyValue, 'a list'),
  record: text('a path to a file'),
  cors: readCors,
  settings: anyValue,
  adminToken: token,
  adminCors: readCors,
  tls: object({ key: text('a private key as PEM'), cert: text('a certificate as PEM') }),
  watch: boolean,
}
