import { mockDefaults } from '../../mock/mockOptions.ts'
import { NORMAL } from '../../mock/scenarios/scenario.ts'
import type { Flags } from '../config/flag.ts'
import {
  toBasePath,
  toCors,
  toDelay,
  toHost,
  toMockWhen,
  toPort,
  toToken,
  toUpstream,
} from '../mock/inputs.ts'
import { logFormats } from '../mock/requestLog.ts'
import { contractFlag } from './contractFlag.ts'

/** The flags of `plant-store mock`, in the order of its help. */
export const mockFlags = {
  port: {
    type: 'number',
    value: '<number>',
    short: 'p',
    description: 'TCP port; 0 for any free port',
    default: mockDefaults.port,
    defaultText: `${mockDefaults.port}, or the variable PORT`,
    parse: toPort,
  },
  host: {
    type: 'string',
    value: '<address>',
    description: 'address to listen on',
    default: mockDefaults.host,
    parse: toHost,
  },
  basePath: {
    type: 'string',
    value: '<path>',
    description: 'path before /plants, such as /v1, or * for any',
    defaultText: "/, or the path of the contract's server",
    parse: toBasePath,
  },
  contract: contractFlag,
  fixtures: {
    type: 'string',
    value: '<dir>',
    description:
      'folder with plants.yaml, users.yaml and, optionally, scenarios/; or one file with a list of plants',
    default: mockDefaults.fixtures,
    defaultText: 'the fixtures of the kit',
  },
  upstream: {
    type: 'string',
    value: '<base-url>',
    description: 'the real service: it answers unless a scenario, Prefer or --mock-when asks the mock',
    parse: toUpstream,
  },
  mockWhen: {
    type: 'list',
    value: '<when>',
    description: 'replace responses of the service: statuses, 3xx, 4xx, 5xx or violation, such as 404,5xx',
    parse: toMockWhen,
  },
  record: {
    type: 'string',
    value: '<file>',
    description: 'write the plants of the service to this .json file, for --fixtures',
  },
  scenario: {
    type: 'string',
    value: '<name>',
    description: 'scenario to start with, such as empty, slow or flaky',
    default: NORMAL.name,
  },
  /** Milliseconds: 300 or '100-400'. */
  delay: {
    type: 'number or string',
    value: '<ms>',
    description: 'delay of each response: 300, 100-400 or slow-3g',
    parse: toDelay,
  },
  cors: {
    type: 'list',
    value: '<origins>',
    description: 'origins that may read responses: * for any, off, or a list (which allows credentials)',
    default: mockDefaults.cors,
    parse: toCors,
  },
  tls: { type: 'boolean', description: 'serve https with a new self-signed certificate' },
  cert: {
    type: 'string',
    value: '<file>',
    description: 'serve https with this certificate (PEM); requires --key',
  },
  key: { type: 'string', value: '<file>', description: 'private key of --cert (PEM)' },
  log: {
    type: 'string',
    value: '<format>',
    description: `log requests to standard error: ${logFormats.join(', ')}`,
    defaultText: 'pretty on a terminal, else silent',
    choices: logFormats,
  },
  open: { type: 'boolean', short: 'o', description: 'open the console in the browser' },
  watch: { type: 'boolean', description: 'do not reload changed fixtures', default: true },
  adminToken: {
    type: 'string',
    value: '<token>',
    description: 'let other machines use the control API with this token',
    secret: true,
    parse: toToken,
  },
  fault: {
    type: 'string',
    value: '<id>',
    description: 'serve an implementation with this fault, to test that your pipeline fails',
  },
  variation: {
    type: 'string',
    value: '<id>',
    description: 'serve an unusual but valid implementation, to test that your pipeline passes',
  },
} as const satisfies Flags
