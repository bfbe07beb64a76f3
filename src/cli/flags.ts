import { engineNames } from '../engines/engines.ts'
import { planNames, verifyDefaults } from '../judge/verifyOptions.ts'
import { mockDefaults } from '../mock/mockOptions.ts'
import { NORMAL } from '../mock/scenarios/scenario.ts'
import { reportFormats } from '../report/reporters.ts'
import { comparisonFormats } from '../report/viewComparison.ts'
import { type Flag, type Flags, inGroup } from './options.ts'
import {
  logFormats,
  toBasePath,
  toBearerToken,
  toComparisonDestination,
  toCors,
  toCount,
  toDay,
  toDelay,
  toDestination,
  toEngines,
  toHeader,
  toHost,
  toMockWhen,
  toName,
  toNumber,
  toPort,
  toRate,
  toReason,
  toResolution,
  toRunDestination,
  toToken,
  toUpstream,
} from './values.ts'

// Every flag of every command. The key gives the flag, the environment variable and the configuration key their names: `basePath` is
// `--base-path`, `PLANT_STORE_BASE_PATH` and `basePath`. The tables of the commands are at the end.

const contract = {
  type: 'string',
  value: '<file>',
  description: 'OpenAPI 3.1 file of the next revision',
  detail: 'see docs/contract.md',
  defaultText: "the kit's own",
  first: true,
} as const satisfies Flag

const plan = {
  type: 'string',
  value: '<name>',
  description: 'full, or monitor: at most 20 requests',
  detail: 'monitor is for a server in production, on a timer',
  default: 'full',
  choices: planNames,
} as const satisfies Flag

export const mockFlags = {
  port: {
    type: 'number',
    value: '<number>',
    short: 'p',
    description: 'TCP port; 0 for any free port',
    default: mockDefaults.port,
    defaultText: `${mockDefaults.port}, or the variable PORT`,
    platformVariable: 'PORT',
    first: true,
    parse: toPort,
  },
  host: {
    type: 'string',
    value: '<address>',
    description: 'address to listen on',
    default: mockDefaults.host,
    first: true,
    parse: toHost,
  },
  basePath: {
    type: 'string',
    value: '<path>',
    description: 'path before /plants, such as /v1',
    defaultText: 'any',
    parse: toBasePath,
  },
  contract,
  fixtures: {
    type: 'string',
    value: '<dir>',
    description:
      'folder with plants.yaml, users.yaml and, optionally, scenarios/; or one file with a list of plants',
    default: mockDefaults.fixtures,
    defaultText: 'the fixtures of the kit',
    first: true,
  },
  anyToken: { type: 'boolean', description: 'accept every bearer token as that of the first user' },
  scenario: {
    type: 'string',
    value: '<name>',
    description: 'scenario to start with, such as empty, slow or flaky',
    default: NORMAL.name,
    first: true,
  },
  delay: {
    type: 'number or string',
    value: '<ms>',
    description: 'delay of each response: 300, 100-400 or slow-3g',
    first: true,
    parse: toDelay,
  },
  upstream: {
    type: 'string',
    value: '<base-url>',
    description: 'the real service: it answers unless a scenario, Prefer or --mock-when asks the mock',
    first: true,
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
  cors: {
    type: 'list',
    value: '<origins>',
    description: 'origins that may read responses: * for any, off, or a list (which allows credentials)',
    default: mockDefaults.cors,
    first: true,
    parse: toCors,
  },
  tls: { type: 'boolean', description: 'serve https with a new self-signed certificate' },
  cert: {
    type: 'string',
    value: '<file>',
    description: 'serve https with this certificate (PEM); requires --key',
  },
  key: { type: 'string', value: '<file>', description: 'private key of --cert (PEM)' },
  adminToken: {
    type: 'string',
    value: '<token>',
    description: 'let other machines, and pages of other origins, use the control API with this token',
    secret: true,
    parse: toBearerToken,
  },
  log: {
    type: 'string',
    value: '<format>',
    description: `log requests to standard error: ${logFormats.join(', ')}`,
    defaultText: 'pretty on a terminal, else silent',
    choices: logFormats,
  },
  open: { type: 'boolean', short: 'o', description: 'open the console in the browser', first: true },
  watch: { type: 'boolean', description: 'do not reload changed fixtures', default: true },
  fault: {
    type: 'string',
    value: '<id>',
    description: 'serve an implementation with this fault, to test that your pipeline fails',
  },
} as const satisfies Flags

/** Where one server is, how to reach and start it, and which users it knows. */
const serverFlags = {
  ...inGroup('Users:', {
    token: {
      type: 'string',
      value: '<token>',
      description: 'bearer token of a user with at least two plants',
      secret: true,
      first: true,
      parse: toToken,
    },
    tokenCommand: { type: 'string', value: '<command>', description: 'shell command that prints the token' },
    otherToken: {
      type: 'repeatable',
      value: '<token>',
      description: 'bearer token of another user; repeatable',
      secret: true,
      default: [],
      defaultText: 'none',
      first: true,
      parse: toToken,
    },
    expect: {
      type: 'string',
      value: '<file>',
      description: 'plants that each token must and must not see',
      detail: 'YAML or JSON, also with their tags',
    },
  }),
  // With curl's names.
  ...inGroup('Requests:', {
    header: {
      type: 'repeatable',
      value: '<header>',
      description: "header of every request, 'Name: value'; repeatable",
      secret: true,
      default: [],
      defaultText: 'none',
      parse: toHeader,
    },
    resolve: {
      type: 'repeatable',
      value: '<host:port:ip>',
      description: 'use this address for HOST:PORT; repeatable',
      default: [],
      defaultText: 'none',
      parse: toResolution,
    },
    proxy: {
      type: 'string',
      value: '<url>',
      description: 'HTTP proxy, which must allow CONNECT',
      secret: true,
      defaultText: 'HTTP_PROXY or HTTPS_PROXY, except for the hosts in NO_PROXY and this machine',
    },
    unixSocket: { type: 'string', value: '<path>', description: 'connect to this Unix domain socket' },
    cacert: {
      type: 'string',
      value: '<file>',
      description: 'authorities to trust besides the usual ones (PEM)',
    },
    cert: { type: 'string', value: '<file>', description: "the client's certificate (PEM)" },
    key: { type: 'string', value: '<file>', description: 'its private key (PEM)' },
    insecure: { type: 'boolean', description: 'accept every certificate; each report says so' },
  }),
  ...inGroup('Starting the server:', {
    start: {
      type: 'string',
      value: '<command>',
      description: 'start the server; {port} is a free port',
      detail: 'a shell command, which the run ends; {port} works in the base URL, too',
      first: true,
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
      description: 'wait until the server answers',
      defaultText: '0, or 30 with --start',
      parse: toNumber('a number of seconds', 0, 86_400),
    },
  }),
} as const satisfies Flags

const baseline = {
  type: 'string',
  value: '<file>',
  description: 'known findings, which do not fail the run',
  detail: 'YAML or JSON; {name} in the path is the name of the target',
  group: 'Over time:',
  first: true,
} as const satisfies Flag

/** What a file of targets can say about each of them. */
export const targetFlags = { ...serverFlags, baseline } as const satisfies Flags

const strict = {
  type: 'boolean',
  description: 'treat SHOULD violations as failures',
  group: 'What to test:',
  first: true,
} as const satisfies Flag

const paceFlags = inGroup('How far to go:', {
  timeout: {
    type: 'number',
    value: '<ms>',
    description: 'abort a request without data',
    detail: 'after this many milliseconds',
    default: verifyDefaults.timeout,
    parse: toNumber('a number of milliseconds', 1, 600_000),
  },
  rate: {
    type: 'number or string',
    value: '<number|auto>',
    description: 'most requests per second; auto obeys 429',
    detail:
      "of the kit's own checks; auto slows down when the server returns 429, and waits as long as Retry-After says",
    defaultText: 'no limit',
    parse: toRate,
  },
  maxRequests: {
    type: 'number',
    value: '<number>',
    description: 'most requests in all',
    detail: "of the kit's own checks, with retries but without redirects",
    default: verifyDefaults.maxRequests,
    parse: toCount('a number of requests', 1, 1_000_000),
  },
  maxTime: {
    type: 'number',
    value: '<seconds>',
    description: 'stop then, and report what was tested',
    default: 600,
    parse: toNumber('a number of seconds', 1, 604_800),
  },
} as const satisfies Flags)

/** Where the contract is in the user's repository. A fact about the repository, so only the configuration file has it. */
const contractPath = {
  type: 'string',
  description: 'your copy of the contract',
  detail: 'reports for GitHub and GitLab show findings on its lines',
  defaultText: 'the file of --contract',
  onlyInFile: true,
} as const satisfies Flag

const report = {
  type: 'repeatable',
  value: '<format[=file]>',
  description: `${reportFormats.join(', ')}; repeatable`,
  detail: 'to standard output unless you name a file, and each to a different destination',
  group: 'Reports:',
  default: [{ format: 'terminal' }],
  defaultText: 'terminal',
  first: true,
  parse: toDestination,
} as const satisfies Flag

const verbose = {
  type: 'boolean',
  description: 'show every check in the terminal report',
  detail: 'and what was not tested',
  group: 'Reports:',
  first: true,
} as const satisfies Flag

export const verifyFlags = {
  ...serverFlags,
  watch: {
    type: 'boolean',
    description: 'test again whenever a file changes',
    group: 'Starting the server:',
    first: true,
  },
  targets: {
    type: 'string',
    value: '<file>',
    description: 'test the servers in this YAML or JSON file',
    group: 'What to test:',
  },
  ...inGroup('What to test:', {
    contract,
    engine: {
      type: 'list',
      value: '<names>',
      description: `auto, or names: ${engineNames.join(',')}`,
      detail: 'probes is always used, and auto adds Prism and Dredd if they are installed',
      default: 'auto',
      first: true,
      parse: toEngines,
    },
    plan,
  }),
  strict,
  ...paceFlags,
  baseline,
  ...inGroup('Over time:', {
    baselineUpdate: { type: 'boolean', description: 'add new violations to it, remove what is gone' },
    reason: {
      type: 'string',
      value: '<text>',
      description: 'why the added ones are accepted',
      parse: toReason,
    },
    expires: {
      type: 'string',
      value: '<date>',
      description: 'their last day, such as 2027-01-31',
      parse: toDay,
    },
    name: {
      type: 'string',
      value: '<name>',
      description: 'name of the target in reports',
      defaultText: 'host and port; the host alone with {port}',
      parse: toName,
    },
  }),
  report: { ...report, description: `${reportFormats.join(', ')}, har; repeatable`, parse: toRunDestination },
  verbose,
  contractPath,
} as const satisfies Flags

export const replayFlags = {
  baseUrl: {
    type: 'string',
    value: '<url>',
    description: 'another server than that of the report',
    defaultText: 'that of the report',
    detail: 'with --start, {port} in it is a free port',
  },
  times: {
    type: 'number',
    value: '<number>',
    description: 'how often to send the request, for a finding that comes and goes',
    default: 1,
    parse: toCount('a whole number', 1, 1_000),
  },
  ...serverFlags,
  contract,
  ...paceFlags,
} as const satisfies Flags

export const reportFlags = { report, verbose, contractPath } as const satisfies Flags

export const judgeFlags = { contract, baseline, strict, ...reportFlags } as const satisfies Flags

export const compareFlags = {
  failOn: {
    type: 'string',
    value: '<what>',
    description: 'worse: end with 1 if a check got worse',
    choices: ['worse'],
  },
  report: {
    ...report,
    description: `${Object.keys(comparisonFormats).join(', ')}; repeatable`,
    default: [{ format: 'terminal' as const }],
    parse: toComparisonDestination,
  },
} as const satisfies Flags

export const checksFlags = {
  contract,
  plan: { ...plan, description: 'list the checks of this plan: full or monitor' },
} as const satisfies Flags

/** The sections of the configuration file. */
export const sections = { mock: mockFlags, verify: verifyFlags } as const satisfies Record<string, Flags>

/** The tables of all commands. */
export const tables: readonly Flags[] = [mockFlags, verifyFlags, replayFlags, compareFlags]
