import { engineNames } from '../engines/engines.ts'
import { planNames, verifyDefaults } from '../judge/verifyOptions.ts'
import { builtInFixtures } from '../mock/fixtures/builtInFixtures.ts'
import { mockDefaults } from '../mock/mockOptions.ts'
import { NORMAL } from '../mock/scenarios/scenario.ts'
import { comparisonFormats, reportFormats } from '../report/reporters.ts'
import { type Flags, flag, inGroup, toggle } from './options.ts'
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
  toReason,
  toResolution,
  toRunDestination,
  toToken,
  toUpstream,
} from './values.ts'

// Every flag of every command. The key gives the flag, the environment variable and the configuration key their names: `basePath` is
// `--base-path`, `PLANT_STORE_BASE_PATH` and `basePath`. The tables of the commands are at the end.

const contract = flag('string', '<file>', 'OpenAPI 3.1 file of the next revision', {
  detail: 'see docs/contract.md',
  defaultText: "the kit's own",
  first: true,
})

const plan = flag('string', '<name>', 'full, or monitor: at most 20 requests', {
  detail: 'monitor is for a server in production, on a timer',
  default: 'full',
  choices: planNames,
})

export const mockFlags = {
  port: flag('number', '<number>', 'TCP port; 0 for any free port', {
    default: mockDefaults.port,
    first: true,
    parse: toPort,
  }),
  host: flag('string', '<address>', 'address to listen on', {
    default: mockDefaults.host,
    first: true,
    parse: toHost,
  }),
  basePath: flag('string', '<path>', 'path before /plants, such as /v1', {
    defaultText: 'any',
    parse: toBasePath,
  }),
  contract,
  fixtures: flag(
    'string',
    '<dir>',
    'folder with plants.yaml, users.yaml and, optionally, scenarios/; or one file with a list of plants',
    { default: builtInFixtures, defaultText: 'the fixtures of the kit', first: true },
  ),
  anyToken: toggle('accept every bearer token as that of the first user', { first: true }),
  scenario: flag('string', '<name>', 'scenario to start with, such as empty, slow or flaky', {
    default: NORMAL.name,
    first: true,
  }),
  delay: flag('number', '<ms>', 'delay of each response, in milliseconds', {
    first: true,
    parse: toDelay,
  }),
  upstream: flag(
    'string',
    '<base-url>',
    'the real service: it answers unless a scenario, Prefer or --mock-when asks the mock',
    { first: true, parse: toUpstream },
  ),
  mockWhen: flag(
    'list',
    '<when>',
    'replace responses of the service: statuses, 3xx, 4xx, 5xx or violation, such as 404,5xx',
    { parse: toMockWhen },
  ),
  record: flag('string', '<file>', 'write the plants of the service to this .json file, for --fixtures'),
  cors: flag(
    'list',
    '<origins>',
    'origins that may read responses: * for any, off, or a list (which allows credentials)',
    { default: mockDefaults.cors, first: true, parse: toCors },
  ),
  tls: toggle('serve https with a new self-signed certificate'),
  cert: flag('string', '<file>', 'serve https with this certificate (PEM); requires --key'),
  key: flag('string', '<file>', 'private key of --cert (PEM)'),
  adminToken: flag(
    'string',
    '<token>',
    'let other machines, and pages of other origins, use the control API with this token',
    { secret: true, parse: toBearerToken },
  ),
  log: flag('string', '<format>', `log requests to standard error: ${logFormats.join(', ')}`, {
    defaultText: 'pretty on a terminal, else silent',
    choices: logFormats,
  }),
  open: toggle('open the console in the browser', { first: true }),
  watch: toggle('do not reload changed fixtures', { default: true }),
  fault: flag('string', '<id>', 'serve an implementation with this fault, to test that your pipeline fails'),
} as const satisfies Flags

/** Where one server is, how to reach and start it, and which users it knows. */
const serverFlags = {
  ...inGroup('Users:', {
    token: flag('string', '<token>', 'bearer token of a user with at least two plants', {
      secret: true,
      first: true,
      parse: toToken,
    }),
    tokenCommand: flag('string', '<command>', 'shell command that prints the token'),
    otherToken: flag('repeatable', '<token>', 'bearer token of another user; repeatable', {
      secret: true,
      first: true,
      default: [],
      defaultText: 'none',
      parse: toToken,
    }),
    expect: flag('string', '<file>', 'plants that each token must and must not see', {
      detail: 'YAML or JSON, also with their tags',
    }),
  }),
  // With curl's names.
  ...inGroup('Requests:', {
    header: flag('repeatable', '<header>', "header of every request, 'Name: value'; repeatable", {
      secret: true,
      default: [],
      defaultText: 'none',
      parse: toHeader,
    }),
    resolve: flag('repeatable', '<host:port:ip>', 'use this address for HOST:PORT; repeatable', {
      default: [],
      defaultText: 'none',
      parse: toResolution,
    }),
    proxy: flag('string', '<url>', 'HTTP proxy, which must allow CONNECT', {
      secret: true,
      defaultText: 'HTTP_PROXY or HTTPS_PROXY, except for the hosts in NO_PROXY and this machine',
    }),
    unixSocket: flag('string', '<path>', 'connect to this Unix domain socket'),
    cacert: flag('string', '<file>', 'authorities to trust besides the usual ones (PEM)'),
    cert: flag('string', '<file>', "the client's certificate (PEM)"),
    key: flag('string', '<file>', 'its private key (PEM)'),
    insecure: toggle('accept every certificate; each report says so'),
  }),
  ...inGroup('Starting the server:', {
    start: flag('string', '<command>', 'start the server; {port} is a free port', {
      detail: 'a shell command, which the run ends; {port} works in the base URL, too',
      first: true,
    }),
    startLog: flag('string', '<file>', 'file for what it prints', {
      defaultText: 'shown if it ends by itself',
    }),
    waitTimeout: flag('number', '<seconds>', 'wait until the server answers', {
      defaultText: '0, or 30 with --start',
      parse: toNumber('a number of seconds', 0, 86_400),
    }),
  }),
} as const satisfies Flags

const baseline = flag('string', '<file>', 'known findings, which do not fail the run', {
  detail: 'YAML or JSON; {name} in the path is the name of the target',
  group: 'Over time:',
  first: true,
})

/** What a file of targets can say about each of them. */
export const targetFlags = { ...serverFlags, baseline } as const satisfies Flags

const strict = toggle('treat SHOULD violations as failures', { group: 'What to test:', first: true })

const paceFlags = inGroup('How far to go:', {
  timeout: flag('number', '<ms>', 'abort a request without data', {
    detail: 'after this many milliseconds',
    default: verifyDefaults.timeout,
    parse: toNumber('a number of milliseconds', 1, 600_000),
  }),
  rate: flag('number', '<number>', 'most requests per second', {
    detail: "of the kit's own checks; without it, they slow down when the server returns 429",
    defaultText: 'no limit',
    parse: toNumber('a number of requests per second', 0.1, 1_000_000),
  }),
  maxRequests: flag('number', '<number>', 'most requests in all', {
    detail: "of the kit's own checks, with retries but without redirects",
    default: verifyDefaults.maxRequests,
    parse: toCount('a number of requests', 1, 1_000_000),
  }),
  maxTime: flag('number', '<seconds>', 'stop then, and report what was tested', {
    default: 600,
    parse: toNumber('a number of seconds', 1, 604_800),
  }),
} as const satisfies Flags)

/** Where the contract is in the user's repository. A fact about the repository, so only the configuration file has it. */
const contractPath = flag('string', '', 'your copy of the contract', {
  detail: 'reports for GitHub and GitLab show findings on its lines',
  defaultText: 'the file of --contract',
  onlyInFile: true,
})

const report = flag('repeatable', '<format[=file]>', `${reportFormats.join(', ')}; repeatable`, {
  detail: 'to standard output unless you name a file, and each to a different destination',
  group: 'Reports:',
  first: true,
  default: [{ format: 'terminal' as const }],
  defaultText: 'terminal',
  parse: toDestination,
})

const verbose = toggle('show every check in the terminal report', {
  detail: 'and what was not tested',
  group: 'Reports:',
  first: true,
})

export const verifyFlags = {
  ...serverFlags,
  watch: toggle('test again whenever a file changes', { group: 'Starting the server:', first: true }),
  ...inGroup('What to test:', {
    targets: flag('string', '<file>', 'test the servers in this YAML or JSON file'),
    contract,
    engine: flag('list', '<names>', `auto, or names: ${engineNames.join(',')}`, {
      detail: 'probes is always used, and auto adds Prism and Dredd if they are installed',
      default: 'auto',
      first: true,
      parse: toEngines,
    }),
    plan,
  }),
  strict,
  ...paceFlags,
  baseline,
  ...inGroup('Over time:', {
    baselineUpdate: toggle('remove what is gone from it, and add new ones', {
      detail: 'it adds them if --reason and --expires say until when they are accepted',
    }),
    reason: flag('string', '<text>', 'why the added ones are accepted', { parse: toReason }),
    expires: flag('string', '<date>', 'their last day, such as 2027-01-31', { parse: toDay }),
    name: flag('string', '<name>', 'name of the target in reports', {
      defaultText: 'host and port; the host alone with {port}',
      parse: toName,
    }),
  }),
  report: { ...report, description: `${reportFormats.join(', ')}, har; repeatable`, parse: toRunDestination },
  verbose,
  contractPath,
} as const satisfies Flags

export const replayFlags = {
  baseUrl: flag('string', '<url>', 'another server than that of the report', {
    defaultText: 'that of the report',
    detail: 'with --start, {port} in it is a free port',
  }),
  ...serverFlags,
  contract,
  ...paceFlags,
} as const satisfies Flags

export const reportFlags = { report, verbose, contractPath } as const satisfies Flags

export const judgeFlags = { contract, baseline, strict, ...reportFlags } as const satisfies Flags

export const compareFlags = {
  failOn: flag('string', '<what>', 'worse: end with 1 if a check got worse', { choices: ['worse'] }),
  report: {
    ...report,
    description: `${comparisonFormats.join(', ')}; repeatable`,
    parse: toComparisonDestination,
  },
} as const satisfies Flags

export const checksFlags = {
  contract,
  plan: { ...plan, description: 'list the checks of this plan: full or monitor' },
} as const satisfies Flags

/** The sections of the configuration file. */
export const sections = { mock: mockFlags, verify: verifyFlags } as const satisfies Record<string, Flags>
