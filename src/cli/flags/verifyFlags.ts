import { verifyDefaults } from '../../harness/verifyOptions.ts'
import { reportFormats } from '../../reporters/reporters.ts'
import type { Flags } from '../config/flag.ts'
import { toHeader, toNumber, toRate, toResolution, toToken } from '../verify/inputs.ts'
import { toRunDestination } from '../verify/reports.ts'
import { contractFlag } from './contractFlag.ts'
import { engineFlag } from './engineFlag.ts'
import { reportFlags } from './reportFlags.ts'
import { routeFlags } from './routeFlags.ts'

/** The flags of `plant-store verify`, in the order of its help. */
export const verifyFlags = {
  token: {
    type: 'string',
    value: '<token>',
    description: 'bearer token of a user with at least two plants',
    secret: true,
    parse: toToken,
  },
  tokenCommand: {
    type: 'string',
    value: '<command>',
    description: 'shell command that prints the token',
  },
  /** Tokens of the second user, the third, … */
  otherToken: {
    type: 'repeatable',
    value: '<token>',
    description: 'bearer token of another user; repeatable',
    secret: true,
    default: [],
    defaultText: 'none',
    parse: toToken,
  },
  expect: {
    type: 'string',
    value: '<file>',
    description:
      'YAML or JSON file that lists the plants, and their tags, that each token must and must not see',
  },
  /** Headers for every request, each 'Name: value'. */
  header: {
    type: 'repeatable',
    value: '<header>',
    description: "header for every request, such as 'X-Tenant: blue'; repeatable",
    secret: true,
    default: [],
    defaultText: 'none',
    parse: toHeader,
  },
  /** Addresses of hosts, each 'host:port:address'. */
  resolve: {
    type: 'repeatable',
    value: '<host:port:address>',
    description: 'connect to ADDRESS for HOST:PORT, like curl --resolve; repeatable',
    default: [],
    defaultText: 'none',
    parse: toResolution,
  },
  ...routeFlags,
  start: {
    type: 'string',
    value: '<command>',
    description:
      'shell command that starts the server; the run ends it. {port} in the command and in the base URL is a free port',
  },
  startCwd: {
    type: 'string',
    value: '<folder>',
    description: 'folder in which to start it',
    defaultText: 'the current folder',
  },
  startLog: {
    type: 'string',
    value: '<file>',
    description: 'file for what it prints',
    defaultText: 'shown if it ends by itself',
  },
  waitTimeout: {
    type: 'number',
    value: '<seconds>',
    description: 'wait this long for a server that is starting',
    defaultText: '0; with --start, 30',
    parse: toNumber('a number of seconds', 0, 86_400),
  },
  name: {
    type: 'string',
    value: '<name>',
    description: 'name of the target in reports',
    defaultText: 'host and port',
  },
  contract: contractFlag,
  engine: engineFlag,
  strict: { type: 'boolean', description: 'treat SHOULD violations as failures' },
  timeout: {
    type: 'number',
    value: '<ms>',
    description: 'abort a request after this many ms without data',
    default: verifyDefaults.timeout,
    parse: toNumber('a number of milliseconds', 1, 600_000),
  },
  rate: {
    type: 'number or string',
    value: '<number|auto>',
    description:
      "maximum requests per second of the kit's own checks; auto slows down when the server returns 429, and waits as long as Retry-After says",
    defaultText: 'no limit',
    parse: toRate,
  },
  maxRequests: {
    type: 'number',
    value: '<number>',
    description: "maximum requests of the kit's own checks, with retries but without redirects",
    default: verifyDefaults.maxRequests,
    parse: toNumber('a number of requests', 1, 1_000_000),
  },
  maxTime: {
    type: 'number',
    value: '<seconds>',
    description: 'stop the run after this many seconds, and report what was tested',
    defaultText: 'no limit',
    parse: toNumber('a number of seconds', 1, 604_800),
  },
  seed: {
    type: 'number',
    value: '<number>',
    description: 'seed of the random choices in the plan',
    default: verifyDefaults.seed,
    parse: toNumber('a whole number', 0, 2 ** 32 - 1),
  },
  ...reportFlags,
  report: {
    ...reportFlags.report,
    description: `report format: ${reportFormats.join(', ')}, har; to standard output unless you name a file, and each to a different destination; repeatable`,
    parse: toRunDestination,
  },
} as const satisfies Flags
